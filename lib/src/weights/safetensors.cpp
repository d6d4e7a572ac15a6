// A safetensors file: 8 bytes with the header's length (little endian), the header as JSON, the
// data. The header names each tensor with dtype, shape and its bytes within the data.
//   | length: u64 | {"name": {"dtype", "shape", "data_offsets": [begin, end]}, …} | data … |
// Source: the format's own description (huggingface/safetensors, README).
#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>

#include "file_status.hpp"
#include "kvplan/config.hpp"
#include "kvplan/error.hpp"
#include "kvplan/tensor_files.hpp"

namespace kvplan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t prefix_size = 8;
constexpr std::int64_t longest_header = 100'000'000;  // the format's own limit

struct Bits {
  std::string_view dtype;
  std::int64_t bits;
};
constexpr std::array dtypes{
    Bits{"F64", 64},    Bits{"I64", 64},    Bits{"U64", 64},        Bits{"C64", 64},
    Bits{"F32", 32},    Bits{"I32", 32},    Bits{"U32", 32},        Bits{"F16", 16},
    Bits{"BF16", 16},   Bits{"I16", 16},    Bits{"U16", 16},        Bits{"F8_E4M3", 8},
    Bits{"F8_E5M2", 8}, Bits{"F8_E8M0", 8}, Bits{"F8_E4M3FNUZ", 8}, Bits{"F8_E5M2FNUZ", 8},
    Bits{"I8", 8},      Bits{"U8", 8},      Bits{"BOOL", 8},        Bits{"F6_E2M3", 6},
    Bits{"F6_E3M2", 6}, Bits{"F4", 4}};

std::int64_t element_bits(const ConfigNode& dtype) {
  const std::string name = dtype.as_string();
  const auto known = std::ranges::find(dtypes, name, &Bits::dtype);
  if (known == dtypes.end()) {
    throw invalid({dtype.file(), dtype.pointer()}, "a dtype of safetensors", dtype.text());
  }
  return known->bits;
}

std::int64_t bits_of(const ConfigNode& entry, const std::vector<std::int64_t>& shape) {
  try {
    std::int64_t bits = element_bits(entry.at("dtype"));
    for (const std::int64_t dimension : shape) bits = product(bits, dimension);
    return bits;
  } catch (const std::overflow_error&) {
    throw invalid({entry.file(), entry.pointer() + "/shape"}, "a tensor of fewer than 2^63 bits",
                  entry.at("shape").text());
  }
}

struct Header {
  std::string text;
  std::int64_t data = 0;  ///< bytes behind the header
};

Header header_of(const fs::path& file) {
  const auto fail = [&](const std::string& expected, const std::string& found) {
    return invalid({file.string(), "header"}, expected, found);
  };
  const auto size = static_cast<std::int64_t>(size_of_file(file));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw fail("a readable file", "none");
  std::array<char, prefix_size> prefix{};
  if (!stream.read(prefix.data(), prefix_size)) {
    throw fail("8 bytes with the header's length", std::to_string(size) + " bytes");
  }
  std::uint64_t length = 0;
  for (std::size_t i = prefix.size(); i-- > 0;) {
    length = length << 8U | static_cast<unsigned char>(prefix[i]);
  }
  if (length > static_cast<std::uint64_t>(longest_header)) {
    throw fail("a header of at most 100 MB", std::to_string(length) + " bytes");
  }
  const auto wanted = static_cast<std::int64_t>(length);
  if (wanted > size - prefix_size) {
    throw fail(std::to_string(wanted) + " bytes of header",
               std::to_string(size - prefix_size) + " in the file");
  }
  Header header{std::string(static_cast<std::size_t>(wanted), '\0'), size - prefix_size - wanted};
  if (!stream.read(header.text.data(), wanted)) throw fail("a readable header", "an error");
  return header;
}

struct Span {
  std::int64_t begin;
  std::int64_t end;
  std::size_t tensor;
};

/// Of all tensors, which lie one behind the other, without holes.
Bytes bytes_of(std::vector<Span>& spans, const std::vector<FileTensor>& tensors, std::int64_t data,
               const std::string& file) {
  std::ranges::sort(spans, {}, &Span::begin);
  std::int64_t end = 0;
  for (const Span& span : spans) {
    if (span.begin != end) {
      throw invalid({file, "/" + tensors[span.tensor].name + "/data_offsets"},
                    "a start at " + std::to_string(end), std::to_string(span.begin));
    }
    end = span.end;
  }
  if (data != 0 && data != end) {  // 0: the header alone, as kvplan's own samples
    throw invalid({file, "data"}, std::to_string(end) + " bytes", std::to_string(data));
  }
  return Bytes{end};
}

}  // namespace

TensorFiles read_safetensors(const fs::path& file, std::optional<std::int64_t> layers) {
  const Header header = header_of(file);
  const ConfigNode root = parse_json(header.text, file.string());
  if (!root.is_object()) throw invalid({file.string(), ""}, "an object", root.text());
  TensorFiles files{.source = "file header", .files = 1};
  std::vector<Span> spans;
  for (const auto& [name, entry] : root.members()) {
    if (name == "__metadata__") continue;
    FileTensor tensor{.name = name,
                      .dtype = entry.at("dtype").as_string(),
                      .shape = entry.integers("shape"),
                      .kind = kind_of(name),
                      .draft = is_draft(name, layers)};
    const std::int64_t bits = bits_of(entry, tensor.shape);
    const auto offsets = entry.integers("data_offsets");
    if (offsets.size() != 2 || offsets[1] < offsets[0] || bits % 8 != 0 ||
        offsets[1] - offsets[0] != bits / 8) {
      throw invalid({file.string(), entry.pointer() + "/data_offsets"},
                    "two offsets, " + std::to_string(bits / 8) + " bytes apart",
                    entry.at("data_offsets").text());
    }
    tensor.bytes = Bytes{bits / 8};
    spans.push_back({offsets[0], offsets[1], files.tensors.size()});
    files.tensors.push_back(std::move(tensor));
  }
  files.total = bytes_of(spans, files.tensors, header.data, file.string());
  return files;
}

}  // namespace kvplan
