// README.md: what the figures are and where they come from, the files, the order of steps.
#include "emit/files.hpp"
#include "emit/quote.hpp"
#include "emit/template.hpp"

namespace kvplan::emit_detail {
namespace {

class Table {
 public:
  void row(const std::string& what, const std::string& value, const std::string& source) {
    text_ += (text_.empty() ? "" : "\n") + std::string("| ") + cell(what) + " | " + cell(value) +
             " | " + cell(source) + " |";
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static std::string cell(const std::string& text) {
    std::string result;
    for (const char c : one_line(text)) {
      if (c == '|') result += '\\';
      result += c;
    }
    return result;
  }
  std::string text_;
};

std::string memory_of(const Deployment& deployment, const DeployedCopy& copy,
                      const DeployedNode& node) {
  if (!copy.cache_bytes.source.empty()) return format_gib(copy.cache_bytes.value) + " of cache";
  constexpr int decimals = 2;
  return "utilization " + format_fixed(deployment.boxes[node.box].utilization.value, decimals);
}

void add_copies(Table& table, const Deployment& deployment) {
  for (const DeployedCopy& copy : deployment.copies) {
    for (const DeployedNode& node : copy.nodes) {
      const std::string& source = copy.cache_bytes.source.empty()
                                      ? deployment.boxes[node.box].utilization.source
                                      : copy.cache_bytes.source;
      table.row("copy " + node.id + " on " + code(deployment.boxes[node.box].name),
                memory_of(deployment, copy, node) +
                    (node.rank == 0 ? ", listens on " + address_of(copy) : ""),
                source);
    }
  }
}

std::string values(const Deployment& deployment) {
  Table table;
  add_copies(table, deployment);
  table.row("served as", code(deployment.served_name), "plan: model.name, or an option");
  table.row("max_model_len", deployment.max_model_len.value, deployment.max_model_len.source);
  table.row("kv_cache_dtype", deployment.kv_cache_dtype.value, deployment.kv_cache_dtype.source);
  table.row("max_num_seqs", std::to_string(deployment.max_num_seqs.value),
            deployment.max_num_seqs.source);
  table.row("cap per copy", std::to_string(deployment.cap.value), deployment.cap.source);
  table.row("start of a copy", std::to_string(deployment.start_seconds.value) + " s",
            deployment.start_seconds.source);
  table.row("first token, at the latest",
            std::to_string(deployment.first_token_seconds.value) + " s",
            deployment.first_token_seconds.source);
  table.row("the proxy's patience", std::to_string(deployment.read_seconds.value) + " s",
            "the line above and --answer-seconds");
  table.row("memory floor", format_gib(deployment.options.memory_floor), "--memory-floor");
  return table.text();
}

std::string notes(const Deployment& deployment) {
  if (deployment.notes.empty()) return "";
  std::string text = "Look at these before you run anything:\n";
  for (const std::string& note : deployment.notes) text += "\n- " + one_line(note);
  return text + "\n";
}

}  // namespace

Files readme_files(const Deployment& deployment) {
  const EmitOptions& options = deployment.options;
  return {{"README.md", for_reading,
           fill("readme.md", {{"layout", deployment.layout_id},
                              {"model", code(deployment.served_name)},
                              {"origin", origin(deployment)},
                              {"values", values(deployment)},
                              {"notes", notes(deployment)},
                              {"user", options.user},
                              {"key_file", options.key_file},
                              {"config_dir", options.config_dir},
                              {"run_dir", options.run_dir},
                              {"listen", endpoint(options.listen, options.port)}})},
          {"plan.json", for_reading, deployment.plan_text}};
}

}  // namespace kvplan::emit_detail
