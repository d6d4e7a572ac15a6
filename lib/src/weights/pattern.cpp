#include "weights/pattern.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "digit.hpp"
#include "text.hpp"
#include "weights/quantization.hpp"

namespace kvplan::modules {
namespace {

constexpr std::size_t longest = 300;
constexpr std::size_t most_states = 2000;
constexpr std::size_t most_emitted = 10 * most_states;

bool is_word(char c) { return is_alphanumeric(c) || c == '_'; }

}  // namespace

/// Reads an expression into a tree, and the tree into states, the last first.
class PatternCompiler {
 public:
  using Set = Pattern::Set;
  using Kind = Pattern::Kind;
  using Place = Pattern::Place;

  explicit PatternCompiler(std::string_view expression) : text_(expression) {}

  Pattern pattern() {
    const Node whole = alternatives();
    if (at_ != text_.size()) throw Unknowable{};
    return compiled(whole);
  }

 private:
  struct Node {
    enum class Is { sequence, choice, repeat, leaf } is = Is::sequence;
    std::vector<Node> children = {};
    Kind kind = Kind::accept;  ///< of a leaf
    Set set = {};
    std::size_t least = 0;
    std::optional<std::size_t> most = std::nullopt;
  };

  Pattern compiled(const Node& node) {
    Pattern pattern;
    pattern.states_.emplace_back();
    pattern.start_ = emit(pattern, node, 0);
    return pattern;
  }

  // --- from the tree to states

  static Place add(Pattern& pattern, Pattern::State state) {
    if (pattern.states_.size() >= most_states) throw Unknowable{};
    pattern.states_.push_back(state);
    return static_cast<Place>(pattern.states_.size() - 1);
  }

  Place emit(Pattern& pattern, const Node& node, Place next) {
    if (++emitted_ > most_emitted) throw Unknowable{};  // a group of nothing, again and again
    switch (node.is) {
      case Node::Is::sequence:
        for (std::size_t i = node.children.size(); i > 0; --i) {
          next = emit(pattern, node.children[i - 1], next);
        }
        return next;
      case Node::Is::choice: {
        Place way = emit(pattern, node.children.front(), next);
        for (std::size_t i = 1; i < node.children.size(); ++i) {
          const Place other = emit(pattern, node.children[i], next);
          way = add(pattern, {.kind = Kind::either, .next = way, .other = other});
        }
        return way;
      }
      case Node::Is::repeat:
        return emit_repeat(pattern, node, next);
      case Node::Is::leaf:
        break;
    }
    return emit_leaf(pattern, node, next);
  }

  Place emit_repeat(Pattern& pattern, const Node& node, Place next) {
    const Node& body = node.children.front();
    Place way = next;
    if (node.most) {
      for (std::size_t i = node.least; i < *node.most; ++i) {
        const Place once = emit(pattern, body, way);
        way = add(pattern, {.kind = Kind::either, .next = once, .other = next});
      }
    } else {
      way = add(pattern, {.kind = Kind::either, .next = next, .other = next});
      const Place again = emit(pattern, body, way);
      pattern.states_[way].other = again;
    }
    for (std::size_t i = 0; i < node.least; ++i) way = emit(pattern, body, way);
    return way;
  }

  Place emit_leaf(Pattern& pattern, const Node& node, Place next) {
    Pattern::State state{.kind = node.kind, .next = next};
    if (node.kind == Kind::one_of) {
      state.index = pattern.sets_.size();
      pattern.sets_.push_back(node.set);
    } else if (node.kind == Kind::ahead || node.kind == Kind::not_ahead) {
      state.index = pattern.ahead_.size();
      pattern.ahead_.push_back(compiled(node.children.front()));
    }
    return add(pattern, state);
  }

  // --- from the text to the tree

  [[nodiscard]] bool more() const { return at_ < text_.size(); }
  [[nodiscard]] bool sees(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }
  bool takes(std::string_view word) {
    if (!sees(word)) return false;
    at_ += word.size();
    return true;
  }

  Node alternatives() {
    Node choice{.is = Node::Is::choice, .children = {sequence()}};
    while (takes("|")) choice.children.push_back(sequence());
    return choice;
  }

  Node sequence() {
    Node all;
    while (more() && !sees("|") && !sees(")")) all.children.push_back(repeated(atom()));
    return all;
  }

  Node repeated(Node body) {
    const auto bounds = repetition();
    if (!bounds) return body;
    if (body.is == Node::Is::leaf && body.kind != Kind::one_of) throw Unknowable{};  // of no letter
    takes("?");  // the shortest first: what is found is the same
    if (repetition() || sees("+")) throw Unknowable{};
    return {.is = Node::Is::repeat,
            .children = {std::move(body)},
            .least = bounds->first,
            .most = bounds->second};
  }

  using Bounds = std::pair<std::size_t, std::optional<std::size_t>>;
  std::optional<Bounds> repetition() {
    if (takes("*")) return Bounds{0, std::nullopt};
    if (takes("+")) return Bounds{1, std::nullopt};
    if (takes("?")) return Bounds{0, 1};
    if (!sees("{")) return std::nullopt;
    ++at_;
    const auto least = number();
    Bounds bounds{least.value_or(0), least};
    if (takes(",")) bounds.second = number();
    const bool ordered = !bounds.second || bounds.first <= *bounds.second;
    if ((!least && !bounds.second) || !ordered || !takes("}")) throw Unknowable{};
    return bounds;
  }

  std::optional<std::size_t> number() {
    constexpr std::size_t base = 10;
    std::optional<std::size_t> value;
    for (; more() && is_digit(text_[at_]); ++at_) {
      value = base * value.value_or(0) + static_cast<std::size_t>(text_[at_] - '0');
      if (*value > most_states) throw Unknowable{};
    }
    return value;
  }

  static Node leaf(Kind kind) { return {.is = Node::Is::leaf, .kind = kind}; }
  static Node one_of(Set set) { return {.is = Node::Is::leaf, .kind = Kind::one_of, .set = set}; }

  Node atom() {
    if (takes("(")) return group();
    if (takes("[")) return one_of(set());
    if (takes("^")) return leaf(Kind::begin);
    if (takes("$")) return leaf(Kind::end);
    if (takes(".")) return one_of(~only('\n'));
    if (takes("\\")) return escape();
    if (sees("*") || sees("+") || sees("?") || sees("{")) throw Unknowable{};
    return one_of(only(text_[at_++]));
  }

  Node group() {
    Node inner;
    if (takes("?=")) {
      inner = leaf(Kind::ahead);
    } else if (takes("?!")) {
      inner = leaf(Kind::not_ahead);
    } else if (!takes("?:") && sees("?")) {
      throw Unknowable{};
    }
    inner.children.push_back(alternatives());
    if (!takes(")")) throw Unknowable{};
    return inner;
  }

  static Set only(char c) {
    Set set;
    set.set(static_cast<unsigned char>(c));
    return set;
  }

  template <class Predicate>
  static Set all(const Predicate& holds) {
    Set set;
    for (std::size_t c = 0; c < set.size(); ++c) set.set(c, holds(static_cast<char>(c)));
    return set;
  }

  /// \d and the like, and their opposites.
  static std::optional<Set> class_of(char letter) {
    const auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    switch (letter) {
      case 'd':
        return all(is_digit);
      case 'D':
        return ~all(is_digit);
      case 'w':
        return all(is_word);
      case 'W':
        return ~all(is_word);
      case 's':
        return all(space);
      case 'S':
        return ~all(space);
      default:
        return std::nullopt;
    }
  }

  /// The letter behind a backslash that stands for itself.
  char escaped() {
    if (!more() || is_alphanumeric(text_[at_])) throw Unknowable{};
    return text_[at_++];
  }

  Node escape() {
    if (takes("b")) return leaf(Kind::edge);
    if (takes("B")) return leaf(Kind::no_edge);
    if (takes("A")) return leaf(Kind::begin);
    if (takes("Z")) return leaf(Kind::end);
    if (const auto named = more() ? class_of(text_[at_]) : std::nullopt) {
      ++at_;
      return one_of(*named);
    }
    return one_of(only(escaped()));
  }

  Set set() {
    const bool negated = takes("^");
    Set found;
    bool first = true;
    while (first || !sees("]")) {
      first = false;
      if (!more()) throw Unknowable{};
      if (takes("\\")) {
        if (const auto named = more() ? class_of(text_[at_]) : std::nullopt) {
          ++at_;
          found |= *named;
          continue;
        }
        add_range(found, escaped());
      } else {
        add_range(found, text_[at_++]);
      }
    }
    ++at_;
    return negated ? ~found : found;
  }

  /// From `low` to the letter behind a dash; `low` alone where there is none.
  void add_range(Set& found, char low) {
    char high = low;
    if (sees("-") && !sees("-]")) {
      ++at_;
      if (!more()) throw Unknowable{};
      high = takes("\\") ? escaped() : text_[at_++];
    }
    const auto from = static_cast<unsigned char>(low);
    const auto to = static_cast<unsigned char>(high);
    if (from > to) throw Unknowable{};
    for (std::size_t c = from; c <= to; ++c) found.set(c);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t emitted_ = 0;
};

Pattern::Pattern(std::string_view expression) {
  if (expression.size() > longest) throw Unknowable{};
  *this = PatternCompiler(expression).pattern();
}

bool Pattern::passes(const State& state, std::string_view text, std::size_t at,
                     std::size_t& work) const {
  const auto on_edge = [&] {
    const bool before = at > 0 && is_word(text[at - 1]);
    return before != (at < text.size() && is_word(text[at]));
  };
  switch (state.kind) {
    case Kind::begin:
      return at == 0;
    case Kind::end:
      return at == text.size();
    case Kind::edge:
      return on_edge();
    case Kind::no_edge:
      return !on_edge();
    case Kind::ahead:
      return ahead_[state.index].matches_at(text, at, work);
    case Kind::not_ahead:
      return !ahead_[state.index].matches_at(text, at, work);
    default:
      return true;
  }
}

bool Pattern::matches_at(std::string_view text, std::size_t at, std::size_t& work) const {
  std::vector<Place> now{start_};
  std::vector<Place> then;
  std::vector<std::size_t> seen(states_.size(), 0);  // the step at which a state was reached
  for (std::size_t step = 1; !now.empty(); ++step, ++at) {
    then.clear();
    while (!now.empty()) {
      const Place place = now.back();
      now.pop_back();
      if (std::exchange(seen[place], step) == step) continue;
      ++work;
      const State& state = states_[place];
      if (state.kind == Kind::accept) return true;
      if (state.kind == Kind::one_of) {
        const bool hit =
            at < text.size() && sets_[state.index][static_cast<unsigned char>(text[at])];
        if (hit) then.push_back(state.next);
      } else if (passes(state, text, at, work)) {
        now.push_back(state.next);
        if (state.kind == Kind::either) now.push_back(state.other);
      }
    }
    now.swap(then);
  }
  return false;
}

}  // namespace kvplan::modules
