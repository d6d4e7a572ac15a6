// kvplan: with no command word it plans. Exit codes by the contract; stdout is the answer alone.
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "kvplan/error.hpp"
#include "kvplan/printable.hpp"
#include "online.hpp"

namespace {

constexpr int exit_invalid = 2;
constexpr int exit_unknown = 4;
constexpr int exit_own_fault = 70;

int run(int argc, char** argv) {
  const auto* command = argc > 1 ? kvplan::tool::find_command(argv[1]) : nullptr;
  if (command == nullptr) return kvplan::tool::run_plan(argc, argv);
  if (command->fetches) kvplan::tool::go_online(argv);
  return command->run(argc - 1, argv + 1);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is then an error of that write
  try {
    const int code = run(argc, argv);
    std::cout.flush();
    if (std::cout) return code;
    std::cerr << "kvplan: standard output: expected room for the answer, found none\n";
    return exit_invalid;
  } catch (const kvplan::Error& error) {
    std::cerr << "kvplan: " << kvplan::printable(error.what()) << '\n';
    return error.kind() == kvplan::ErrorKind::unknown ? exit_unknown : exit_invalid;
  } catch (const std::overflow_error& error) {
    std::cerr << "kvplan: " << error.what() << '\n';
    return exit_invalid;
  } catch (const std::filesystem::filesystem_error& error) {  // a link to itself, a name too long
    std::cerr << "kvplan: " << kvplan::printable(error.path1().string())
              << ": expected a readable file, found " << error.code().message() << '\n';
    return exit_invalid;
  } catch (const std::exception& error) {
    std::cerr << "kvplan: our own fault: " << error.what() << '\n';
    return exit_own_fault;
  }
}
