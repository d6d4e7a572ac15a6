// What a model's folder holds beside its config: headers of weights, an index, a dump of headers.
#include "kvplan/tensor_files.hpp"

#include "../scratch.hpp"
#include "../targets.hpp"

namespace kvplan::fuzz {
namespace {

constexpr std::int64_t layers = 32;

void use(const TensorFiles& files) {
  static_cast<void>(files.loaded(true));
  static_cast<void>(files.by_dtype());
  static_cast<void>(files.by_kind());
  static_cast<void>(dump_headers(files));
}

}  // namespace

void read_index(std::string_view input) {
  use(kvplan::read_index(scratch("model.safetensors.index.json", input), layers));
}

void read_safetensors(std::string_view input) {
  use(kvplan::read_safetensors(scratch("model.safetensors", input), layers));
}

void read_gguf(std::string_view input) {
  use(kvplan::read_gguf(scratch("model.gguf", input), layers));
}

void read_header_dump(std::string_view input) {
  use(kvplan::read_header_dump(scratch("kvplan_headers.json", input), layers));
}

}  // namespace kvplan::fuzz
