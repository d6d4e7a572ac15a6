#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <list>
#include <span>

#include "formats.hpp"
#include "kvplan/error.hpp"
#include "kvplan/version.hpp"
#include "option_value.hpp"
#include "written_files.hpp"

namespace kvplan::tool {
namespace {

/// "max-model-len" → KVPLAN_MAX_MODEL_LEN. What a file says (a policy, a lock) yields to it.
std::string environment_name(std::string_view option) {
  std::string name = "KVPLAN_" + std::string(option);
  std::ranges::transform(name, name.begin(), [](char c) {
    return c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// -h, --help, or -h among letters.
bool asks_for_help(std::string_view argument) {
  const bool letters = argument.starts_with('-') && !argument.starts_with("--");
  return argument == "--help" || (letters && argument.find('h') != std::string_view::npos);
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

/// What CLI11 says in sentences of its own, which begin with the option.
Error refusal(const CLI::App& app, const CLI::ParseError& error) {
  const std::string_view said = error.what();
  const std::string option(said.substr(0, said.find_first_of(": ")));
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr || said.ends_with(" missing")) {
    return invalid({option, ""}, "a value", "nothing");
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return invalid({option, ""}, "one value", "more");
  }
  const std::vector<std::string> words = app.remaining();
  return invalid({"command line", ""}, "what --help lists",
                 in_quotes(words.empty() ? said : words.front()));
}

}  // namespace

/// An option as it was declared. Most are not given, and so never become one of CLI11's, whose
/// time grows with the square of their number.
struct CommandLine::Declaration {
  enum class Takes { no_value, one, one_each_time };
  /// @return false where the text is none of this kind
  using Read = std::function<bool(const std::string& text, const Range& range)>;

  std::string names;  ///< "-q,--quiet,--no-quiet{false}"; a positional one without dashes
  std::string help;
  ValueKind kind;
  Takes takes = Takes::one;
  Read read;
  std::string environment = "";  ///< read where it is not given; empty: none
  bool required = false;
  std::vector<std::string> choices = {};
  bool writes = false;  ///< into the file that it names

  [[nodiscard]] bool positional() const { return !names.starts_with('-'); }

  /// The first long one.
  [[nodiscard]] std::string name() const {
    const std::size_t begin = positional() ? 0 : names.find("--");
    return names.substr(begin, names.find_first_of(",{", begin) - begin);
  }

  [[nodiscard]] bool has_name(std::string_view wanted) const {
    std::string_view rest = names;
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find(','));
      if (name.substr(0, name.find('{')) == wanted) return true;
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
    return false;
  }

  [[nodiscard]] bool is_named_by(std::string_view argument) const {
    if (argument.starts_with("--")) return has_name(argument.substr(0, argument.find('=')));
    return argument.starts_with('-') && std::ranges::any_of(argument.substr(1), [&](char letter) {
             return has_name(std::string{'-', letter});
           });
  }

  /// True where the arguments or the environment may set it.
  [[nodiscard]] bool may_be_set(std::span<char* const> arguments) const {
    if (positional() || required) return true;
    if (!environment.empty() && std::getenv(environment.c_str()) != nullptr) return true;
    return std::ranges::any_of(arguments,
                               [&](std::string_view argument) { return is_named_by(argument); });
  }

  /// What CLI11 does not tell: --x= reads as --x, and --no-x=VALUE as a number.
  void refuse_value_of_flag(std::string_view argument) const {
    const std::size_t equals = argument.find('=');
    if (takes != Takes::no_value || equals == std::string_view::npos) return;
    const std::string given(argument.substr(0, equals));
    if (!has_name(given)) return;
    const std::string_view value = argument.substr(equals + 1);
    if (value.empty()) throw invalid({given, ""}, "a value", "nothing");
    if (given.starts_with("--no-")) throw invalid({given, ""}, "no value", in_quotes(value));
  }

  void take(const std::string& text) const {
    if (text.empty()) throw invalid({name(), ""}, "a value", "nothing");
    if (!choices.empty() && std::ranges::find(choices, text) == choices.end()) {
      throw invalid({name(), ""}, alternatives(choices), in_quotes(text));
    }
    if (read(text, kind.range)) return;
    throw invalid({name(), ""}, kind.expected + kind.range.text(), in_quotes(text));
  }

  /// "FLOAT from 0 to 1", "TEXT: mp or ray".
  [[nodiscard]] std::string shown_kind() const {
    return kind.shown + kind.range.text() + (choices.empty() ? "" : ": " + alternatives(choices));
  }

  void add_to(CLI::App& app) const {
    CLI::Option& option = takes == Takes::no_value ? *app.add_flag(names) : *app.add_option(names);
    option.description(help);
    option.each([this](const std::string& text) { take(text); });
    if (takes != Takes::no_value) option.type_name(shown_kind());
    if (takes == Takes::one_each_time) {
      option.expected(CLI::detail::expected_max_vector_size);
      if (!positional()) option.allow_extra_args(false);
    }
    if (!environment.empty()) option.envname(environment);
    if (required) option.required();
  }
};

CommandLine::Option CommandLine::Option::required() {
  declaration_.required = true;
  return *this;
}

CommandLine::Option CommandLine::Option::one_of(const std::vector<std::string>& values) {
  declaration_.choices = values;
  return *this;
}

CommandLine::Option CommandLine::Option::between(double low, double high) {
  declaration_.kind.range = {low, high};
  return *this;
}

CommandLine::Option CommandLine::Option::at_least(double low) {
  declaration_.kind.range.low = low;
  return *this;
}

CommandLine::Option CommandLine::Option::writes_file() {
  declaration_.writes = true;
  return *this;
}

struct CommandLine::Parser {
  Parser(const std::string& description, const std::string& name) : app(description, name) {}

  CLI::App app;
  std::list<Declaration> declarations;  // an Option refers to its own
};

CommandLine::CommandLine(const std::string& description, const std::string& name)
    : parser_(std::make_unique<Parser>(description, name)) {}
CommandLine::~CommandLine() = default;

CommandLine::Option CommandLine::declare(Declaration declaration) {
  if (environment_) declaration.environment = environment_name(declaration.name().substr(2));
  return {parser_->declarations.emplace_back(std::move(declaration))};
}

template <class Value>
CommandLine::Option CommandLine::option(const std::string& names, Value& value,
                                        const std::string& help) {
  using Kind = ValueOf<Value>;
  const auto takes = std::is_same_v<Value, std::vector<std::string>>
                         ? Declaration::Takes::one_each_time
                         : Declaration::Takes::one;
  const auto read = [&value](const std::string& text, const Range& range) {
    return Kind::read(text, range, value);
  };
  return declare({.names = names, .help = help, .kind = Kind::kind, .takes = takes, .read = read});
}

template CommandLine::Option CommandLine::option(const std::string&, std::string&,
                                                 const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, std::vector<std::string>&,
                                                 const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, int&, const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, std::int64_t&,
                                                 const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, std::uint64_t&,
                                                 const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, double&, const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, std::optional<double>&,
                                                 const std::string&);
template CommandLine::Option CommandLine::option(const std::string&, std::optional<std::int64_t>&,
                                                 const std::string&);

CommandLine::Option CommandLine::option_into(const std::string& names, const Reader& read,
                                             const std::string& help) {
  const auto taken = [read](const std::string& text, const Range& /*any*/) {
    read(text);
    return true;
  };
  return declare({.names = names, .help = help, .kind = ValueOf<std::string>::kind, .read = taken});
}

CommandLine::Option CommandLine::flag(const std::string& names, bool& value,
                                      const std::string& help) {
  return flag_into(
      names, [&value](bool on) { value = on; }, help);
}

CommandLine::Option CommandLine::switch_into(const std::string& name,
                                             const std::function<void(bool)>& read,
                                             const std::string& help) {
  return flag_into(name + ",--no-" + name.substr(2) + "{false}", read, help);
}

CommandLine::Option CommandLine::flag_into(const std::string& names,
                                           const std::function<void(bool)>& read,
                                           const std::string& help) {
  const auto taken = [read](const std::string& text, const Range& range) {
    bool on = false;
    if (!ValueOf<bool>::read(text, range, on)) return false;
    read(on);
    return true;
  };
  return declare({.names = names,
                  .help = help,
                  .kind = ValueOf<bool>::kind,
                  .takes = Declaration::Takes::no_value,
                  .read = taken});
}

void CommandLine::footer(const std::string& text) { parser_->app.footer(text); }

void CommandLine::remove(const std::string& name) {
  parser_->declarations.remove_if(
      [&](const Declaration& declaration) { return declaration.has_name(name); });
}

bool CommandLine::given(const std::string& name) const {
  const CLI::Option* option = parser_->app.get_option_no_throw(name);
  return option != nullptr && option->count() > 0;
}

template <class Wanted>
void CommandLine::add_declared(const Wanted& wanted) const {
  for (const Declaration& declaration : parser_->declarations) {
    if (wanted(declaration)) declaration.add_to(parser_->app);
  }
  parser_->app.set_version_flag("--version", "kvplan " + std::string(version));
}

CommandDescription CommandLine::description() const {
  CLI::App& app = parser_->app;
  add_declared([](const Declaration&) { return true; });
  CommandDescription described{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) {
    const std::vector<std::string> names = names_of(*option);
    const auto own = std::ranges::find_if(parser_->declarations, [&](const Declaration& declared) {
      return declared.has_name(names.front());
    });
    described.options.push_back(
        {names, option->get_description(),
         own == parser_->declarations.end() ? std::vector<std::string>{} : own->choices,
         option->get_items_expected_min() > 0, option->get_positional()});
  }
  return described;
}

void CommandLine::refuse_written_files_that_are_read(int argc, char** argv) const {
  std::vector<WrittenFile> written;
  for (const Declaration& declared : parser_->declarations) {
    if (!declared.writes || !given(declared.name())) continue;
    for (const std::string& text : parser_->app.get_option(declared.name())->results()) {
      written.push_back({declared.name(), text.substr(text.find('=') + 1)});
    }
  }
  if (written.empty()) return;
  refuse_overwriting(written, std::vector<std::string>(argv + 1, argv + argc));
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
  if (argc == 0) throw Described(description());
  const std::span<char* const> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  const bool help = std::ranges::any_of(arguments, asks_for_help);
  for (const Declaration& declared : parser_->declarations) {
    for (const char* argument : arguments) declared.refuse_value_of_flag(argument);
  }
  add_declared([&](const Declaration& declared) { return help || declared.may_be_set(arguments); });
  try {
    parser_->app.parse(argc, argv);
    refuse_written_files_that_are_read(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    std::cout << parser_->app.help();
  } catch (const CLI::CallForVersion&) {
    std::cout << "kvplan " << version << '\n';
  } catch (const CLI::ParseError& error) {
    throw refusal(parser_->app, error);
  }
  return 0;
}

}  // namespace kvplan::tool
