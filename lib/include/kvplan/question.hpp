// A request as people write it: names, shares, sizes and engine options as text. The command line
// and Python both fill a Question; request_from() looks the names up and checks the values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kvplan/request.hpp"

namespace kvplan {

/// As given; nothing is checked before request_from(). Empty means: not given.
struct Question {
  std::string model;               ///< config.json, a folder with one, or a shipped model's name
  std::string models_dir;          ///< folder of models instead of the shipped one
  std::vector<std::string> boxes;  ///< names or files; empty: gb10 twice
  std::string util;                ///< "0.74", or one share a box: "0.74,0.78"
  std::string kv_cache_memory;     ///< a size; per rank, replaces the budget
  /// By vLLM's name, underscores: max_model_len → "8k". Lists are JSON: "[0, 1]".
  std::map<std::string, std::string> engine_options;
  std::string speculative_config;     ///< JSON, or METHOD:TOKENS such as "mtp:4"
  std::string weights;                ///< a size; all ranks together
  std::vector<std::string> services;  ///< NAME=SIZE or NAME=SIZE@BOX
  std::string headroom;               ///< a size
  std::optional<std::int64_t> need_requests;
  std::optional<std::int64_t> need_tokens;
  std::optional<std::int64_t> need_longest;
  std::string need_lengths;                   ///< a file or "p50=8k,p90=32k,max=200k" (lengths.hpp)
  std::string restart;                        ///< seconds, or a band: "660", "300-780"
  std::optional<double> fault_every_days;     ///< of each box
  std::optional<std::int64_t> in_flight;      ///< requests at once, all boxes
  std::optional<std::int64_t> context;        ///< tokens of such a request
  std::vector<std::string> measured_tok_s;    ///< LAYOUT=TOKENS_PER_SECOND
  std::vector<std::string> deployment_files;  ///< units, compose files, scripts
  std::vector<std::string> beside;            ///< MODEL=SHARE[@BOX]: other models on the boxes
  std::string layout;                         ///< a family or an id
  std::string calibration;                    ///< a file that `kvplan calibrate` wrote
  std::vector<std::string> free;              ///< SIZE or SIZE@BOX
  std::vector<std::string> other_engines;     ///< NAME=SHARE, NAME=SHARE:SIZE, either with @BOX
  std::vector<std::string> guards;  ///< container-limit, earlyoom, systemd-oomd, swap, ray
  std::string engine;               ///< "vllm@0.33"; empty: the newest vLLM covered
  /// A whole `vllm serve …` line as pasted. What is given beside it wins; options that do not
  /// steer memory (ports, names) are passed over.
  std::string vllm_args;
  /// A file that starts an engine (recipe, compose, unit, script, manifest …), FILE or FILE:NAME;
  /// what is given beside it wins (deployment.hpp).
  std::string from;
};

/// Sets one option of the engine from text, as the command line spells its value ("8k", "mtp:4").
/// @throws Error (invalid) for an unknown name or a value out of range
void set_option_text(EngineOptions& options, const std::string& name, const std::string& text);

/// A question whose fields, where given, win over those of a file.
[[nodiscard]] Question overridden(Question file, const Question& given);

/// Reads the model, its draft and its facts, and the boxes.
///
/// @param data_dir  the folder that holds models/ and boxes/ for names that are no path
/// @param learned   a calibration at hand, in place of the question's file
/// @throws Error (invalid, unknown) whose file is the option as the command line spells it
///         ("--need-requests"), or the file that cannot be read
[[nodiscard]] PlanRequest request_from(const Question& question,
                                       const std::filesystem::path& data_dir,
                                       std::shared_ptr<const Calibration> learned = nullptr);

/// "660", or a band "300-780".
/// @throws Error (invalid) naming the option
[[nodiscard]] SecondsBand parse_seconds(const std::string& text, const char* option);

}  // namespace kvplan
