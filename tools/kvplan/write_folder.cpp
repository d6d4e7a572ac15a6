#include "write_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "undisturbed.hpp"

namespace kvplan::tool {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& file, const std::string& why) {
  return invalid({file.string(), ""}, "a file that can be written", why);
}

void write_staged(const fs::path& file, const EmittedFile& what) {
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (failure) throw cannot_write(file, failure.message());
  std::ofstream out(file, std::ios::binary);
  out << what.text;
  out.flush();
  if (!out) throw cannot_write(file, "one that cannot");
  out.close();
  if (chmod(file.c_str(), static_cast<mode_t>(what.mode)) != 0) {
    throw cannot_write(file, "one whose mode cannot be set");
  }
}

/// Files moved so far, to be moved back unless all went well.
class Moves {
 public:
  void move(const fs::path& from, const fs::path& to) {
    std::error_code failure;
    if (!fs::exists(to.parent_path())) make_folder(to.parent_path());
    fs::rename(from, to, failure);
    if (failure) throw cannot_write(to, failure.message());
    done_.emplace_back(from, to);
  }
  void keep() {
    done_.clear();
    made_.clear();
  }
  Moves() = default;
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;
  ~Moves() {
    std::error_code ignored;
    while (!done_.empty()) {
      fs::rename(done_.back().second, done_.back().first, ignored);
      done_.pop_back();
    }
    while (!made_.empty()) {
      fs::remove(made_.back(), ignored);
      made_.pop_back();
    }
  }

 private:
  void make_folder(const fs::path& folder) {
    if (fs::exists(folder)) return;
    if (folder.has_parent_path()) make_folder(folder.parent_path());
    std::error_code failure;
    fs::create_directory(folder, failure);
    if (failure) throw cannot_write(folder, failure.message());
    made_.push_back(folder);
  }

  std::vector<std::pair<fs::path, fs::path>> done_;
  std::vector<fs::path> made_;
};

/// A folder beside the target, gone again at the end.
class Stage {
 public:
  explicit Stage(const fs::path& folder)
      : path_(folder.string() + ".kvplan-" + std::to_string(getpid())) {}
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// A link among the folders on the way would lead the file elsewhere; --into itself may be one.
void refuse_links_between(const fs::path& folder, const fs::path& file) {
  fs::path on_the_way = folder;
  for (const fs::path& part : file.parent_path()) {
    on_the_way /= part;
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(on_the_way, ignored))) {
      throw invalid({on_the_way.string(), ""}, "a folder, or nothing", "a link");
    }
  }
}

/// Without a slash at its end, so that something can lie beside it.
fs::path plain(fs::path folder) {
  folder = folder.lexically_normal();
  return folder.has_filename() ? folder : folder.parent_path();
}

}  // namespace

FileOnDisk look_at(const fs::path& folder, const EmittedFile& file) {
  refuse_links_between(folder, file.path);
  const fs::path path = folder / file.path;
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(path, ignored);
  if (!fs::exists(status)) return {};
  if (!fs::is_regular_file(status)) {
    throw invalid({path.string(), ""}, "a file, or nothing", "something else");
  }
  FileOnDisk found{FileState::different, read_text(path)};
  if (found.text == file.text) found.state = FileState::same;
  return found;
}

void write_folder(const fs::path& given, std::span<const EmittedFile> files) {
  const fs::path folder = plain(fs::absolute(given));
  if (fs::exists(folder) && !fs::is_directory(folder)) {
    throw invalid({given.string(), ""}, "a folder, or nothing", "a file");
  }
  const Undisturbed writing;
  const Stage stage(folder);
  for (const EmittedFile& file : files) write_staged(stage.path() / "new" / file.path, file);
  Moves moves;
  if (!fs::exists(folder)) {
    moves.move(stage.path() / "new", folder);
    moves.keep();
    return;
  }
  for (const EmittedFile& file : files) {
    const fs::path target = folder / file.path;
    const FileState state = look_at(folder, file).state;
    if (state == FileState::same) continue;
    if (state == FileState::different) moves.move(target, stage.path() / "old" / file.path);
    moves.move(stage.path() / "new" / file.path, target);
  }
  moves.keep();
}

}  // namespace kvplan::tool
