// What a command is called with. CLI11 stays behind this header: its templates are compiled once,
// not once a command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kvplan::tool {

/// One option as the help, the man page and the shell completions show it.
struct OptionRow {
  std::vector<std::string> names;  ///< "--util"; a positional one has its bare name
  std::string help;
  std::vector<std::string> choices;  ///< empty: any value
  bool takes_value = true;
  bool positional = false;
};

/// A command as it describes itself.
struct CommandDescription {
  std::string name;  ///< "kvplan sweep"
  std::string text;
  std::string footer;
  std::vector<OptionRow> options;
};

/// Thrown out of a command that is asked for its description alone.
struct Described : std::exception {
  explicit Described(CommandDescription of) : description(std::move(of)) {}
  CommandDescription description;
};

/// Declares options, then reads them: a value is never empty, a number finite and in plain decimal.
/// Of a flag that is given several times the last counts.
class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& name);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  struct Declaration;

  /// A declared option, to say more of it.
  class Option {
   public:
    Option(Declaration& declaration) : declaration_(declaration) {}
    Option required();
    Option one_of(const std::vector<std::string>& values);
    Option between(double low, double high);
    Option at_least(double low);
    /// Its value, or what stands behind the equals sign in it, is a file that is written: one that
    /// the command line names once more is refused.
    Option writes_file();

   private:
    Declaration& declaration_;
  };

  /// Reads into `value`, which keeps what it has where the option is not given. A list takes one
  /// value each time it is named, a positional one (a name without dashes) all that are left. For
  /// std::string, int, std::int64_t, std::size_t, std::uint64_t, double, optional ones of these,
  /// and std::vector<std::string>.
  template <class Value>
  Option option(const std::string& names, Value& value, const std::string& help);
  using Reader = std::function<void(const std::string&)>;
  Option option_into(const std::string& names, const Reader& read, const std::string& help);
  Option flag(const std::string& names, bool& value, const std::string& help);
  /// --x and --no-x; `read` gets which one was given last.
  Option switch_into(const std::string& name, const std::function<void(bool)>& read,
                     const std::string& help);

  /// While on, options that are declared are also read from KVPLAN_NAME where they are not given.
  void read_environment(bool on) { environment_ = on; }
  void footer(const std::string& text);
  void remove(const std::string& name);
  [[nodiscard]] bool given(const std::string& name) const;
  [[nodiscard]] CommandDescription description() const;

  /// Parses, and answers --help and --version itself.
  /// @return an exit code when the command is over already
  /// @throws Error (invalid) that names the option, or the word that is none
  /// @throws Described when there is not even a program's name: who calls wants to know the options
  [[nodiscard]] std::optional<int> parse(int argc, char** argv);

 private:
  struct Parser;  // CLI11's
  Option declare(Declaration declaration);
  Option flag_into(const std::string& names, const std::function<void(bool)>& read,
                   const std::string& help);
  template <class Wanted>
  void add_declared(const Wanted& wanted) const;
  void refuse_written_files_that_are_read(int argc, char** argv) const;

  std::unique_ptr<Parser> parser_;
  bool environment_ = false;
};

}  // namespace kvplan::tool
