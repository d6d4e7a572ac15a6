#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <list>
#include <span>

#include "kvplan/version.hpp"

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

template <class Value>
constexpr bool is_list = false;
template <class Element>
constexpr bool is_list<std::vector<Element>> = true;

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

}  // namespace

/// An option as it was declared. Most are not given, and so never become one of CLI11's, whose
/// time grows with the square of their number.
struct CommandLine::Declaration {
  using Add = std::function<CLI::Option*(CLI::App&)>;
  Declaration(std::string its_names, Add its_add)
      : names(std::move(its_names)), add(std::move(its_add)) {}

  std::string names;  ///< "-q,--quiet,--no-quiet{false}"; a positional one without dashes
  Add add;
  std::string environment;  ///< read where it is not given; empty: none
  bool required = false;
  std::vector<std::string> choices;
  std::optional<std::pair<double, double>> range;

  [[nodiscard]] bool positional() const { return !names.starts_with('-'); }

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

  void add_to(CLI::App& app) const {
    CLI::Option& option = *add(app);
    if (!environment.empty()) option.envname(environment);
    if (required) option.required();
    if (!choices.empty()) option.check(CLI::IsMember(choices));
    if (range) option.check(CLI::Range(range->first, range->second));
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
  declaration_.range.emplace(low, high);
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
  if (environment_) {
    const std::size_t dashes = declaration.names.find("--") + 2;
    const std::size_t end = declaration.names.find_first_of(",{", dashes);
    declaration.environment = environment_name(declaration.names.substr(dashes, end - dashes));
  }
  return {parser_->declarations.emplace_back(std::move(declaration))};
}

template <class Value>
CommandLine::Option CommandLine::option(const std::string& names, Value& value,
                                        const std::string& help) {
  return declare({names, [names, &value, help](CLI::App& app) {
                    CLI::Option* option = app.add_option(names, value, help);
                    if constexpr (is_list<Value>) {
                      if (!option->get_positional()) option->allow_extra_args(false);
                    }
                    return option;
                  }});
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
  return declare({names, [=](CLI::App& app) {
                    return app.add_option_function<std::string>(names, read, help);
                  }});
}

CommandLine::Option CommandLine::flag(const std::string& names, bool& value,
                                      const std::string& help) {
  return declare(
      {names, [names, &value, help](CLI::App& app) { return app.add_flag(names, value, help); }});
}

CommandLine::Option CommandLine::switch_into(const std::string& name,
                                             const std::function<void(bool)>& read,
                                             const std::string& help) {
  const std::string names = name + ",--no-" + name.substr(2) + "{false}";
  return declare({names, [=](CLI::App& app) {
                    return app.add_flag_function(
                        names, [read](std::int64_t times) { read(times > 0); }, help);
                  }});
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

std::optional<int> CommandLine::parse(int argc, char** argv) {
  constexpr int usage = 2;
  if (argc == 0) throw Described(description());
  const std::span<char* const> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  const bool help = std::ranges::any_of(arguments, asks_for_help);
  add_declared([&](const Declaration& declared) { return help || declared.may_be_set(arguments); });
  try {
    parser_->app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    std::cout << parser_->app.help();
  } catch (const CLI::CallForVersion&) {
    std::cout << "kvplan " << version << '\n';
  } catch (const CLI::ParseError& error) {
    std::cerr << "kvplan: " << error.what() << " (--help lists the options)\n";
    return usage;
  }
  return 0;
}

}  // namespace kvplan::tool
