// A GGUF file: magic, version, counts, metadata (skipped), one line a tensor. A tensor's bytes
// follow from its type: so many numbers in a block of so many bytes.
// Source: ggml, docs/gguf.md and ggml-common.h (block sizes).
#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "file_status.hpp"
#include "kvplan/error.hpp"
#include "kvplan/tensor_files.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

struct BlockType {
  std::uint32_t id;
  std::string_view name;
  std::int64_t numbers;
  std::int64_t bytes;
};
constexpr std::array types{BlockType{0, "F32", 1, 4},         BlockType{1, "F16", 1, 2},
                           BlockType{2, "Q4_0", 32, 18},      BlockType{3, "Q4_1", 32, 20},
                           BlockType{6, "Q5_0", 32, 22},      BlockType{7, "Q5_1", 32, 24},
                           BlockType{8, "Q8_0", 32, 34},      BlockType{9, "Q8_1", 32, 36},
                           BlockType{10, "Q2_K", 256, 84},    BlockType{11, "Q3_K", 256, 110},
                           BlockType{12, "Q4_K", 256, 144},   BlockType{13, "Q5_K", 256, 176},
                           BlockType{14, "Q6_K", 256, 210},   BlockType{15, "Q8_K", 256, 292},
                           BlockType{16, "IQ2_XXS", 256, 66}, BlockType{17, "IQ2_XS", 256, 74},
                           BlockType{18, "IQ3_XXS", 256, 98}, BlockType{19, "IQ1_S", 256, 50},
                           BlockType{20, "IQ4_NL", 32, 18},   BlockType{21, "IQ3_S", 256, 110},
                           BlockType{22, "IQ2_S", 256, 82},   BlockType{23, "IQ4_XS", 256, 136},
                           BlockType{24, "I8", 1, 1},         BlockType{25, "I16", 1, 2},
                           BlockType{26, "I32", 1, 4},        BlockType{27, "I64", 1, 8},
                           BlockType{28, "F64", 1, 8},        BlockType{29, "IQ1_M", 256, 56},
                           BlockType{30, "BF16", 1, 2},       BlockType{34, "TQ1_0", 256, 54},
                           BlockType{35, "TQ2_0", 256, 66},   BlockType{39, "MXFP4", 32, 17},
                           BlockType{40, "NVFP4", 64, 36},    BlockType{41, "Q1_0", 128, 18}};

/// Reads little-endian values and refuses to pass the file's end.
class Cursor {
 public:
  explicit Cursor(const fs::path& file) : file_(file.string()), left_(size_of_file(file)) {
    stream_.open(file, std::ios::binary);
    if (!stream_) throw fail("a readable file", "none");
  }

  [[nodiscard]] Error fail(const std::string& expected, const std::string& found) const {
    return invalid({file_, "header"}, expected, found);
  }

  template <class Integer>
  Integer integer() {
    std::array<unsigned char, sizeof(Integer)> bytes{};
    read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    Integer value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
      value = static_cast<Integer>(static_cast<std::uint64_t>(value) << 8U | bytes[i]);
    }
    return value;
  }

  std::string string() {
    constexpr std::uint64_t longest = 65'535;  // gguf.md, of a key or a tensor's name
    const auto size = integer<std::uint64_t>();
    if (size > longest) throw fail("a name of at most 65535 bytes", std::to_string(size));
    std::string text(static_cast<std::size_t>(size), '\0');
    read(text.data(), text.size());
    return text;
  }

  void skip(std::uint64_t size) {
    take(size);
    stream_.seekg(static_cast<std::streamoff>(size), std::ios::cur);
  }
  void skip_string() { skip(integer<std::uint64_t>()); }

  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  void take(std::uint64_t size) {
    if (size > left_) {
      throw fail(std::to_string(size) + " bytes more", std::to_string(left_) + " in the file");
    }
    left_ -= size;
  }
  void read(char* bytes, std::size_t size) {
    take(size);
    if (!stream_.read(bytes, static_cast<std::streamsize>(size))) {
      throw fail("a readable header", "an error");
    }
  }

  std::string file_;
  std::uint64_t left_ = 0;
  std::ifstream stream_;
};

constexpr std::uint32_t string_type = 8;
constexpr std::uint32_t array_type = 9;

/// Bytes of a metadata value of a fixed size, 0 for the others.
std::uint64_t fixed_size(std::uint32_t type) {
  constexpr std::array<std::uint64_t, 13> sizes{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  return type < sizes.size() ? sizes[type] : 0;
}

void skip_value(Cursor& cursor, std::uint32_t type) {
  if (type == string_type) {
    cursor.skip_string();
  } else if (type == array_type) {
    const auto inner = cursor.integer<std::uint32_t>();
    const auto count = cursor.integer<std::uint64_t>();
    if (count > cursor.left()) throw cursor.fail("an array inside the file", std::to_string(count));
    const std::uint64_t size = fixed_size(inner);
    if (size > 0) {
      if (count > cursor.left() / size) {
        throw cursor.fail("an array inside the file", std::to_string(count));
      }
      cursor.skip(count * size);
    } else if (inner == string_type) {
      for (std::uint64_t i = 0; i < count; ++i) cursor.skip_string();
    } else {
      throw cursor.fail("an array of numbers or strings", "type " + std::to_string(inner));
    }
  } else if (const std::uint64_t size = fixed_size(type); size > 0) {
    cursor.skip(size);
  } else {
    throw cursor.fail("a known type of metadata", std::to_string(type));
  }
}

FileTensor tensor_of(Cursor& cursor, std::optional<std::int64_t> layers) {
  constexpr std::uint32_t most_dimensions = 8;
  constexpr std::uint64_t largest = std::uint64_t{1} << 53;
  FileTensor tensor;
  tensor.name = cursor.string();
  const auto dimensions = cursor.integer<std::uint32_t>();
  if (dimensions > most_dimensions) {
    throw cursor.fail("at most 8 dimensions", std::to_string(dimensions));
  }
  std::int64_t numbers = 1;
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    const auto size = cursor.integer<std::uint64_t>();
    if (size > largest) throw cursor.fail("a dimension below 2^53", std::to_string(size));
    if (numbers > 0 && size > largest / static_cast<std::uint64_t>(numbers)) {
      throw cursor.fail("less than 2^53 numbers in \"" + tensor.name + '"', "more");
    }
    tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(size));
    numbers = product(numbers, static_cast<std::int64_t>(size));
  }
  const auto id = cursor.integer<std::uint32_t>();
  static_cast<void>(cursor.integer<std::uint64_t>());  // offset
  const auto type = std::ranges::find(types, id, &BlockType::id);
  if (type == types.end()) throw cursor.fail("a known tensor type", std::to_string(id));
  if (numbers % type->numbers != 0) {
    throw cursor.fail(
        "whole blocks of " + std::to_string(type->numbers) + " numbers in \"" + tensor.name + '"',
        std::to_string(numbers));
  }
  tensor.dtype = type->name;
  tensor.bytes = Bytes{product(numbers / type->numbers, type->bytes)};
  tensor.kind = kind_of(tensor.name);
  tensor.draft = is_draft(tensor.name, layers);
  return tensor;
}

}  // namespace

TensorFiles read_gguf(const fs::path& file, std::optional<std::int64_t> layers) {
  constexpr Bytes most_bytes{std::int64_t{1} << 62};
  Cursor cursor(file);
  constexpr std::uint32_t magic = 0x46554747;  // "GGUF"
  if (cursor.integer<std::uint32_t>() != magic) throw cursor.fail("GGUF", "another file");
  const auto version = cursor.integer<std::uint32_t>();
  if (version != 2 && version != 3) {
    throw cursor.fail("version 2 or 3", std::to_string(version));
  }
  const auto count = cursor.integer<std::uint64_t>();
  const auto values = cursor.integer<std::uint64_t>();
  if (count > cursor.left() || values > cursor.left()) {
    throw cursor.fail("counts that fit the file", std::to_string(std::max(count, values)));
  }
  for (std::uint64_t i = 0; i < values; ++i) {
    cursor.skip_string();
    skip_value(cursor, cursor.integer<std::uint32_t>());
  }
  TensorFiles files{.source = "file header", .files = 1};
  for (std::uint64_t i = 0; i < count; ++i) {
    FileTensor tensor = tensor_of(cursor, layers);
    if (tensor.bytes > most_bytes - files.total) {
      throw cursor.fail("tensors of less than 2^62 bytes together", "more");
    }
    files.total += tensor.bytes;
    files.tensors.push_back(std::move(tensor));
  }
  return files;
}

}  // namespace kvplan
