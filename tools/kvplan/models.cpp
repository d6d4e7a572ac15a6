// The model families with what is covered, and the shipped models.
#include <iostream>

#include "commands.hpp"
#include "data_dir.hpp"
#include "kvplan/catalog.hpp"
#include "kvplan/error.hpp"
#include "kvplan/family.hpp"
#include "kvplan/printable.hpp"
#include "kvplan/tensor_files.hpp"
#include "options.hpp"

namespace kvplan::tool {

namespace {

int dump_folder(const std::string& folder) {
  const auto files = read_tensor_files(folder);
  if (!files) {
    throw invalid({folder, ""}, "a folder with *.safetensors, *.gguf or an index", "none of them");
  }
  std::cout << dump_headers(*files);
  return 0;
}

}  // namespace

int run_models(int argc, char** argv) {
  CommandLine app{"Lists the model families and the shipped models.", "kvplan models"};
  std::string models_dir;
  app.option("--models", models_dir, "folder of models instead of the shipped one");
  std::string dump;
  app.option("--dump", dump, "headers of a folder's weight files as JSON, to plan elsewhere");
  if (const auto over = app.parse(argc, argv)) return *over;
  if (!dump.empty()) return dump_folder(dump);
  if (!models_dir.empty() && !std::filesystem::is_directory(models_dir)) {
    throw invalid({models_dir, ""}, "a folder of models", "none");
  }
  std::cout << "Families\n";
  for (const Family& family : family_table()) {
    std::cout << "  " << family.name << ": " << family.covers << "\n    model_type:";
    for (const std::string_view type : family.model_types) std::cout << ' ' << type;
    std::cout << '\n';
  }
  const auto models =
      models_dir.empty() ? data_dir() / "models" : std::filesystem::path(models_dir);
  std::cout << "Models in " << printable(models.string()) << '\n';
  for (const std::string& name : model_names(models)) std::cout << "  " << printable(name) << '\n';
  return 0;
}

}  // namespace kvplan::tool
