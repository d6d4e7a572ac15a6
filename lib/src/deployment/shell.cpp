#include "deployment/shell.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "kvplan/error.hpp"

namespace kvplan::deployment {
namespace {

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_char(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) && std::ranges::all_of(text, is_name_char);
}

/// "NAME=value" or "NAME+=value" → the name, else nothing.
std::string_view assigned_name(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return {};
  std::string_view name = word.substr(0, equals);
  if (name.ends_with('+')) name.remove_suffix(1);
  return is_name(name) ? name : std::string_view{};
}

constexpr int deepest_expansion = 20;

/// A text's variables, and behind them those of the text that it stands in.
struct Scope {
  const Variables& own;
  const Scope* around = nullptr;

  [[nodiscard]] const Words* find(const std::string& name) const {
    for (const Scope* each = this; each != nullptr; each = each->around) {
      const auto found = each->own.find(name);
      if (found != each->own.end()) return &found->second;
    }
    return nullptr;
  }
};

class Lexer {
 public:
  Lexer(const ShellText& source, const Scope* around, Expansions& made, int depth = 0)
      : source_(source),
        line_(source.first_line),
        depth_(depth),
        made_(made),
        scope_{script_.variables, around} {}

  Script read() && {
    while (i_ < source_.text.size()) step();
    end_statement();
    return std::move(script_);
  }

 private:
  [[nodiscard]] char at(std::size_t i) const {
    return i < source_.text.size() ? source_.text[i] : '\0';
  }
  [[nodiscard]] Error unclosed(const std::string& what, int line) const {
    return invalid({source_.file, source_.first_line == 0 ? "" : "line " + std::to_string(line)},
                   "a closing " + what,
                   source_.first_line == 0 ? "the end of the line" : "the end of the text");
  }

  void step() {
    const char c = at(i_);
    if (c == '\\') {
      backslash();
    } else if (c == '\'') {
      single_quotes();
    } else if (c == '"') {
      double_quotes();
    } else if (c == '$') {
      dollar(false);
    } else if (c == '`') {
      raw_until('`');
    } else if (c == '\n') {
      new_line();
    } else if (is_blank(c)) {
      ++i_;
      end_word();
    } else if (c == '#' && !started_) {
      while (i_ < source_.text.size() && at(i_) != '\n') ++i_;
    } else if (c == '(' && !started_) {
      ++i_;
      end_statement();
    } else if (c == '(' && word_.ends_with('=') && !assigned_name(word_).empty()) {
      array();
    } else if (c == ';' || c == '|' || c == '&' || c == ')') {
      operator_sign();
    } else if (c == '<' || c == '>') {
      redirection();
    } else {
      append(c);
      ++i_;
    }
  }

  /// The statements of a text inside this one, such as a $(…).
  [[nodiscard]] std::vector<Words> inner(const ShellText& text) const {
    return Lexer(text, &scope_, made_, depth_ + 1).read().statements;
  }
  [[nodiscard]] Words inner_words(const ShellText& text) const {
    Words words;
    for (Words& statement : inner(text)) std::ranges::move(statement, std::back_inserter(words));
    return words;
  }

  void append(char c) {
    if (!started_) word_line_ = line_;
    started_ = true;
    word_ += c;
  }
  void append(std::string_view text) {
    if (!started_) word_line_ = line_;
    started_ = true;
    word_ += text;
  }

  void backslash() {
    ++i_;
    if (at(i_) == '\r' && at(i_ + 1) == '\n') ++i_;
    if (i_ >= source_.text.size()) return;
    if (at(i_) == '\n') {
      ++line_;
    } else if (is_blank(at(i_)) && !started_ && rest_of_line_is_blank()) {
      // "\ " at a line's end: meant as a continuation, though a shell reads an escaped blank.
      while (i_ < source_.text.size() && at(i_) != '\n') ++i_;
      ++line_;
    } else {
      append(at(i_));
    }
    ++i_;
  }
  [[nodiscard]] bool rest_of_line_is_blank() const {
    std::size_t j = i_;
    while (is_blank(at(j))) ++j;
    return at(j) == '\n';
  }

  void single_quotes() {
    const int opened = line_;
    append("");
    for (++i_; at(i_) != '\''; ++i_) {
      if (i_ >= source_.text.size()) throw unclosed("'", opened);
      if (at(i_) == '\n') ++line_;
      append(at(i_));
    }
    ++i_;
  }

  void double_quotes() {
    const int opened = line_;
    append("");
    ++i_;
    while (at(i_) != '"') {
      if (i_ >= source_.text.size()) throw unclosed("\"", opened);
      const char c = at(i_);
      if (c == '\\' && at(i_ + 1) == '\n') {
        ++line_;
        i_ += 2;
      } else if (c == '\\' && i_ + 1 < source_.text.size()) {
        const char next = at(i_ + 1);
        if (next != '"' && next != '\\' && next != '$' && next != '`') append('\\');
        append(next);
        i_ += 2;
      } else if (c == '$') {
        dollar(true);
      } else {
        if (c == '\n') ++line_;
        append(c);
        ++i_;
      }
    }
    ++i_;
  }

  /// The text up to the bracket that closes the one at i_, brackets of its kind counted.
  std::string_view bracketed(char open, char close) {
    const std::size_t start = i_;
    const int opened = line_;
    int depth = 0;
    char quote = '\0';
    for (; i_ < source_.text.size(); ++i_) {
      const char c = at(i_);
      if (c == '\n') ++line_;
      if (c == '\\') {
        ++i_;
      } else if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '\'' || c == '"') {
        quote = open == '(' ? c : '\0';
      } else if (c == open) {
        ++depth;
      } else if (c == close && --depth == 0) {
        ++i_;
        return source_.text.substr(start, i_ - start);
      }
    }
    throw unclosed(std::string(1, close), opened);
  }

  void dollar(bool quoted) {
    if (at(i_ + 1) == '(') {
      ++i_;
      const int line = line_;
      const std::string_view body = bracketed('(', ')');
      append("$");
      append(body);
      // What a substitution runs counts as run: out=$(curl …).
      substituted_.push_back({std::string(body.substr(1, body.size() - 2)), line});
      return;
    }
    if (at(i_ + 1) == '\'' && !quoted) {
      ++i_;
      single_quotes();
      return;
    }
    std::string name;
    std::optional<std::string> fallback;
    bool all = false;
    const std::size_t start = i_;
    if (at(i_ + 1) == '{') {
      ++i_;
      std::string_view body = bracketed('{', '}');
      body = body.substr(1, body.size() - 2);
      std::size_t end = 0;
      while (end < body.size() && is_name_char(body[end])) ++end;
      name = body.substr(0, end);
      body.remove_prefix(end);
      if (body.starts_with("[@]") || body.starts_with("[*]")) {
        all = true;
        body.remove_prefix(3);
      }
      if (body.starts_with(":-") || body.starts_with(":=")) {
        fallback = body.substr(2);
      } else if (body.starts_with("-") || body.starts_with("=")) {
        fallback = body.substr(1);
      } else if (!body.empty() && !body.starts_with(":?") && !body.starts_with("?") &&
                 !(body.starts_with(":+") && all)) {
        name.clear();  // ${x%y} and its kin stay as they are
      }
    } else {
      std::size_t end = i_ + 1;
      while (is_name_char(at(end)) && end < source_.text.size()) ++end;
      name = source_.text.substr(i_ + 1, end - i_ - 1);
      i_ = end == start + 1 ? start + 1 : end;
    }
    expand(name, fallback, all, quoted, source_.text.substr(start, i_ - start));
  }

  void expand(const std::string& name, const std::optional<std::string>& fallback, bool all,
              bool quoted, std::string_view written) {
    const bool expands = source_.variables && !name.empty();
    const Words* value = expands ? scope_.find(name) : nullptr;
    const bool empty = value == nullptr || (value->size() == 1 && value->front().text.empty());
    if (expands && empty && fallback) {
      append(expanded(*fallback));
    } else if (value == nullptr) {
      append(written);
    } else if (all) {
      put_in(*value);
    } else if (!value->empty()) {
      put_in(value->front(), quoted);
    } else if (quoted) {
      append("");
    }
  }

  void put_in(const Word& value, bool quoted) {
    made_.add(value.text.size(), here());
    const bool splits = !quoted && value.text.find_first_of(" \t\n") != std::string::npos;
    const bool assigns = !assigned_name(word_).empty();
    if (!splits || assigns || depth_ >= deepest_expansion) {
      if (!value.text.empty() || quoted) append(value.text);
      return;
    }
    // An unquoted variable falls into words; quotes inside it were meant as quotes.
    put_in(inner_words({value.text, source_.file, value.line, true, false}));
  }

  /// The first goes on with the word before it, the last with what follows.
  void put_in(const Words& words) {
    for (std::size_t k = 0; k < words.size(); ++k) {
      made_.add(words[k].text.size(), here());
      if (k > 0) end_word();
      append(words[k].text);
      word_line_ = words[k].line;
    }
  }

  /// A default such as ${A:-${B:-8000}}.
  [[nodiscard]] std::string expanded(const std::string& text) const {
    if (text.find('$') == std::string::npos && text.find_first_of("'\"") == std::string::npos) {
      return text;
    }
    if (depth_ >= deepest_expansion) return text;
    const std::string quoted = "x " + text;
    std::string joined;
    for (const Word& word : inner_words({quoted, source_.file, line_, true, source_.variables})) {
      joined.append(joined.empty() ? "" : " ").append(word.text);
    }
    return joined.size() > 2 ? joined.substr(2) : "";
  }

  void raw_until(char close) {
    const int opened = line_;
    append(at(i_));
    for (++i_; at(i_) != close; ++i_) {
      if (i_ >= source_.text.size()) throw unclosed(std::string(1, close), opened);
      if (at(i_) == '\n') ++line_;
      append(at(i_));
    }
    append(close);
    ++i_;
  }

  void array() {
    const bool adds = word_.ends_with("+=");
    const std::string name(assigned_name(word_));
    const std::size_t start = i_ + 1;
    const int first = line_;
    (void)bracketed('(', ')');
    Words items;
    if (depth_ < deepest_expansion) {
      items = inner_words({source_.text.substr(start, i_ - start - 1), source_.file, first, true,
                           source_.variables});
    }
    std::ranges::move(items, std::back_inserter(variable(name, adds)));
    word_.clear();
    started_ = false;
  }

  void operator_sign() {
    end_statement();
    ++i_;
  }

  void redirection() {
    const bool number =
        started_ && std::ranges::all_of(word_, [](char c) { return c >= '0' && c <= '9'; });
    if (number) {
      word_.clear();
      started_ = false;
    }
    end_word();
    if (source_.text.substr(i_).starts_with("<<<")) {
      i_ += 3;
      return;
    }
    if (source_.text.substr(i_).starts_with("<<") && !source_.newline_is_space) {
      here_document();
      return;
    }
    while (at(i_) == '<' || at(i_) == '>' || at(i_) == '&') ++i_;
    drop_next_ = true;
    while (is_blank(at(i_))) ++i_;
  }

  void here_document() {
    i_ += 2;
    if (at(i_) == '-') ++i_;
    while (is_blank(at(i_))) ++i_;
    std::string end;
    while (i_ < source_.text.size() && !is_blank(at(i_)) && at(i_) != '\n' && at(i_) != ';' &&
           at(i_) != '|' && at(i_) != '&' && at(i_) != '>') {
      if (at(i_) != '\'' && at(i_) != '"' && at(i_) != '\\') end += at(i_);
      ++i_;
    }
    if (!end.empty()) pending_.push_back(end);
  }

  void new_line() {
    ++line_;
    ++i_;
    if (source_.newline_is_space) {
      end_word();
      return;
    }
    end_statement();
    for (const std::string& end : pending_) read_document(end);
    pending_.clear();
  }

  void read_document(const std::string& end) {
    Word body{"", line_};
    while (i_ < source_.text.size()) {
      const std::size_t stop = std::min(source_.text.find('\n', i_), source_.text.size());
      std::string_view text = source_.text.substr(i_, stop - i_);
      i_ = stop + 1;
      ++line_;
      std::string_view bare = text;
      while (!bare.empty() && is_blank(bare.front())) bare.remove_prefix(1);
      while (!bare.empty() && is_blank(bare.back())) bare.remove_suffix(1);
      if (bare == end) break;
      body.text.append(text).append("\n");
    }
    i_ = std::min(i_, source_.text.size());
    script_.documents.push_back(std::move(body));
  }

  void end_word() {
    if (!started_) return;
    if (drop_next_) {
      drop_next_ = false;
    } else {
      words_.push_back({std::move(word_), word_line_});
    }
    word_.clear();
    started_ = false;
  }

  void end_statement() {
    end_word();
    drop_next_ = false;
    take_assignments();
    if (!words_.empty()) script_.statements.push_back(std::move(words_));
    words_.clear();
    const std::vector<Word> run = std::move(substituted_);
    substituted_.clear();
    if (depth_ >= deepest_expansion) return;
    for (const Word& body : run) {
      std::ranges::move(inner({body.text, source_.file, body.line, false, source_.variables}),
                        std::back_inserter(script_.statements));
    }
  }

  /// A statement of assignments alone sets them; before a command they are its environment.
  void take_assignments() {
    std::size_t first = 0;
    static constexpr std::array<std::string_view, 5> declaring{"export", "readonly", "local",
                                                               "declare", "typeset"};
    if (!words_.empty() && std::ranges::find(declaring, words_[0].text) != declaring.end()) {
      first = 1;
      while (first < words_.size() && words_[first].text.starts_with('-')) ++first;
    }
    const bool all = std::all_of(
        words_.begin() + static_cast<std::ptrdiff_t>(first), words_.end(),
        [](const Word& word) { return !assigned_name(word.text).empty() || is_name(word.text); });
    if (!all) return;
    if (first == 0 && !std::ranges::all_of(words_, [](const Word& word) {
          return !assigned_name(word.text).empty();
        })) {
      return;
    }
    for (std::size_t k = first; k < words_.size(); ++k) {
      const std::string_view name = assigned_name(words_[k].text);
      if (name.empty()) continue;
      const std::string value = words_[k].text.substr(words_[k].text.find('=') + 1);
      const bool adds = words_[k].text[name.size()] == '+';
      Words& held = variable(std::string(name), adds);
      if (held.empty()) {
        held = {{value, words_[k].line}};
      } else {
        held[0].text += value;
      }
    }
  }

  /// To be set: empty, or as it is where the new value adds to it.
  Words& variable(const std::string& name, bool adds) {
    const Words* before = adds ? scope_.find(name) : nullptr;
    Words& held = script_.variables[name];
    if (before == nullptr) {
      held.clear();
    } else if (before != &held) {
      for (const Word& each : *before) made_.add(each.text.size(), here());
      held = *before;
    }
    return held;
  }

  [[nodiscard]] Origin here() const { return {source_.file, source_.first_line == 0 ? 0 : line_}; }

  ShellText source_;
  std::size_t i_ = 0;
  int line_;
  int depth_;
  Expansions& made_;
  Script script_;
  Scope scope_;
  Words words_;
  std::string word_;
  int word_line_ = 1;
  bool started_ = false;
  bool drop_next_ = false;
  std::vector<std::string> pending_;
  std::vector<Word> substituted_;
};

}  // namespace

Script read_shell(const ShellText& text, const Variables& known, Expansions& made) {
  const Scope before{known};
  return Lexer(text, &before, made).read();
}

Script read_shell(const ShellText& text) {
  Expansions made;
  return read_shell(text, {}, made);
}

}  // namespace kvplan::deployment
