#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>

#include "kvplan/version.hpp"

namespace kvplan::tool {
namespace {

/// "max-model-len" → KVPLAN_MAX_MODEL_LEN. What a file says (a policy, a lock) yields to it.
void read_from_environment(CLI::Option& option) {
  std::string name = "KVPLAN_" + option.get_lnames().front();
  std::ranges::transform(name, name.begin(), [](char c) {
    return c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  option.envname(name);
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

}  // namespace

struct CommandLine::Parser {
  Parser(const std::string& description, const std::string& name) : app(description, name) {}

  CLI::Option& at(std::size_t place) { return *app.get_options()[place]; }

  CLI::App app;
  std::map<const CLI::Option*, std::vector<std::string>> choices;
};

CommandLine::Option CommandLine::Option::required() {
  parser_.at(place_).required();
  return *this;
}

CommandLine::Option CommandLine::Option::one_of(const std::vector<std::string>& values) {
  CLI::Option& option = parser_.at(place_);
  option.check(CLI::IsMember(values));
  parser_.choices[&option] = values;
  return *this;
}

CommandLine::Option CommandLine::Option::between(double low, double high) {
  parser_.at(place_).check(CLI::Range(low, high));
  return *this;
}

CommandLine::CommandLine(const std::string& description, const std::string& name)
    : parser_(std::make_unique<Parser>(description, name)) {}
CommandLine::~CommandLine() = default;

CommandLine::Option CommandLine::declared() {
  const std::size_t place = parser_->app.get_options().size() - 1;
  if (environment_) read_from_environment(parser_->at(place));
  return {*parser_, place};
}

template <class Value>
CommandLine::Option CommandLine::option(const std::string& names, Value& value,
                                        const std::string& help) {
  CLI::Option* option = parser_->app.add_option(names, value, help);
  if constexpr (is_list<Value>) {
    if (!option->get_positional()) option->allow_extra_args(false);
  }
  return declared();
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
  parser_->app.add_option_function<std::string>(names, read, help);
  return declared();
}

CommandLine::Option CommandLine::flag(const std::string& names, bool& value,
                                      const std::string& help) {
  parser_->app.add_flag(names, value, help);
  return declared();
}

CommandLine::Option CommandLine::switch_into(const std::string& name,
                                             const std::function<void(bool)>& read,
                                             const std::string& help) {
  parser_->app.add_flag_function(
      name + ",--no-" + name.substr(2) + "{false}", [read](std::int64_t times) { read(times > 0); },
      help);
  return declared();
}

void CommandLine::footer(const std::string& text) { parser_->app.footer(text); }

void CommandLine::remove(const std::string& name) {
  parser_->app.remove_option(parser_->app.get_option(name));
}

bool CommandLine::given(const std::string& name) const { return parser_->app.count(name) > 0; }

CommandDescription CommandLine::description() const {
  const CLI::App& app = parser_->app;
  CommandDescription described{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) {
    const auto choices = parser_->choices.find(option);
    described.options.push_back(
        {names_of(*option), option->get_description(),
         choices == parser_->choices.end() ? std::vector<std::string>{} : choices->second,
         option->get_items_expected_min() > 0, option->get_positional()});
  }
  return described;
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
  constexpr int usage = 2;
  parser_->app.set_version_flag("--version", "kvplan " + std::string(version));
  if (argc == 0) throw Described(description());
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
