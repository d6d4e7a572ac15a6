#include "kvplan/startup_log.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "kvplan/error.hpp"
#include "kvplan/text_file.hpp"
#include "lib/planned.hpp"

namespace kvplan {
namespace {

std::string golden(const std::string& name) {
  return read_text(tests::source_dir() / "tests/golden/logs" / (name + ".log"));
}

StartupRun only(const std::string& text) {
  const auto runs = read_startup_log(text, "log");
  REQUIRE(runs.size() == 1);
  return runs.front();
}

/// GiB with two decimals, as bytes.
Bytes printed(double gib_value) {
  return Bytes{static_cast<std::int64_t>(gib_value * static_cast<double>(bytes_per_gib) + 0.5)};
}

// The lines of a start of vLLM 0.20.0 on GB10 whose numbers count (startups.jsonl,
// gb10-hijinks-gemma4-26b-bf16-1), in the shape that release prints.
const std::string cuda_020 =
    "(APIServer pid=1) INFO 06-07 13:19:24 [utils.py:233] non-default args: {'model_tag': "
    "'google/gemma-4-26B-A4B-it', 'model': 'google/gemma-4-26B-A4B-it', 'max_model_len': 8192, "
    "'served_model_name': ['gemma4'], 'gpu_memory_utilization': 0.8, 'max_num_batched_tokens': "
    "4096}\n"
    "(EngineCore pid=96) INFO 06-07 13:19:39 [core.py:109] Initializing a V1 LLM engine (v0.20.0) "
    "with config: model='google/gemma-4-26B-A4B-it', max_seq_len=8192, tensor_parallel_size=1, "
    "pipeline_parallel_size=1, enforce_eager=False, kv_cache_dtype=auto, device_config=cuda\n"
    "(EngineCore pid=96) INFO 06-07 13:27:20 [gpu_model_runner.py:4879] Model loading took 48.5 "
    "GiB memory and 455.900544 seconds\n"
    "(EngineCore pid=96) INFO 06-07 13:28:12 [gpu_model_runner.py:6042] Estimated CUDA graph "
    "memory: 1.69 GiB total\n"
    "(EngineCore pid=96) INFO 06-07 13:28:13 [gpu_worker.py:440] Available KV cache memory: 40.61 "
    "GiB\n"
    "(EngineCore pid=96) INFO 06-07 13:28:13 [kv_cache_utils.py:1711] GPU KV cache size: 177,440 "
    "tokens\n"
    "(EngineCore pid=96) INFO 06-07 13:28:13 [kv_cache_utils.py:1716] Maximum concurrency for "
    "8,192 tokens per request: 35.75x\n"
    "(EngineCore pid=96) INFO 06-07 13:28:25 [gpu_model_runner.py:6133] Graph capturing finished "
    "in 11 secs, took 0.66 GiB\n";

void check_cuda_020(const StartupRun& run) {
  CHECK(run.engine_version == "0.20.0");
  CHECK(run.model == "google/gemma-4-26B-A4B-it");
  CHECK(run.backend == "cuda");
  CHECK(run.gpu_memory_utilization == 0.8);
  CHECK(run.max_num_batched_tokens == 4096_tokens);
  CHECK(run.bound.weights == printed(48.5));
  CHECK(run.bound.available_kv == printed(40.61));
  CHECK(run.bound.graphs_estimated == printed(1.69));
  CHECK(run.bound.graphs == printed(0.66));
  CHECK(run.tokens == 177440_tokens);
  CHECK(run.max_concurrency == 35.75);
  CHECK(run.max_model_len == 8192_tokens);
  CHECK(run.complete);
  CHECK_FALSE(run.beside_cache().has_value());  // the total is not in this log
}

/// Every line of the log in another dress.
std::string dressed(const std::string& text, const std::function<std::string(std::string)>& dress) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out += dress(text.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

std::string json_text(const std::string& line) {
  std::string out = "\"";
  for (const char c : line)
    out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

}  // namespace

TEST_CASE("a log is read the same whatever carried it") {
  check_cuda_020(only(cuda_020));
  const auto same = [](const std::function<std::string(std::string)>& dress) {
    check_cuda_020(only(dressed(cuda_020, dress)));
  };
  same([](const std::string& l) { return "vllm-1  | " + l; });
  same([](const std::string& l) { return "vllm-1  | 2026-06-07T13:19:24.123456789Z " + l; });
  same([](const std::string& l) { return "Jun  7 13:19:24 spark-1 vllm[812]: " + l; });
  same([](const std::string& l) { return "2026-06-07T13:19:24+0200 spark-1 vllm[812]: " + l; });
  same([](const std::string& l) { return "2026-06-07T13:19:24.1Z stderr F " + l; });
  same([](const std::string& l) { return "[pod/vllm-0/server] " + l; });
  same([](const std::string& l) { return "2026-06-07 13:19:24.092 | " + l; });
  same([](const std::string& l) { return "2026-06-07 13:19:24,131 [DEBUG] serve > " + l; });
  // VLLM_LOGGING_PREFIX's place is free, and a wrapper may leave the date out.
  same([](const std::string& l) {
    const std::size_t date = l.find("06-07 13:");
    return l.substr(0, date) + l.substr(date + 15);
  });
  same([](const std::string& l) {
    return "\x1b[0;36m" + l.substr(0, 11) + "\x1b[0m" + l.substr(11) + "\r";
  });
  same([](const std::string& l) { return R"({"MESSAGE":)" + json_text(l) + R"(,"_PID":"7"})"; });
  same([](const std::string& l) {
    std::string text = json_text(l);
    text.insert(text.size() - 1, "\\n");
    return R"({"log":)" + text + R"(,"stream":"stderr","time":"2026-06-07T13:19:24Z"})";
  });
  same([](const std::string& l) { return R"({"level":"INFO","message":)" + json_text(l) + "}"; });
  same([](const std::string& l) {
    std::string bytes;
    for (const char c : l) {
      bytes += (bytes.empty() ? "" : ",") + std::to_string(static_cast<unsigned char>(c));
    }
    return R"({"MESSAGE":[)" + bytes + "]}";
  });
}

TEST_CASE("docker's cut lines are put together again") {
  const std::string line = cuda_020.substr(0, cuda_020.find('\n'));
  const std::string half = R"({"log":)" + json_text(line.substr(0, 120)) + "}\n";
  const std::string rest = json_text(line.substr(120));
  const std::string whole = half + R"({"log":)" + rest.substr(0, rest.size() - 1) + "\\n\"}\n" +
                            dressed(cuda_020.substr(line.size() + 1), [](const std::string& l) {
                              std::string text = json_text(l);
                              text.insert(text.size() - 1, "\\n");
                              return R"({"log":)" + text + "}";
                            });
  check_cuda_020(only(whole));
}

// Source of the sentences: vLLM 0.33, v1/worker/utils.py, v1/worker/gpu_worker.py,
// v1/core/kv_cache_planning.py; up to 0.10 the engine wrote "GiB and" (vllm-versions.md 1.8).
TEST_CASE("each sentence by which the engine refuses to start has its reason") {
  const std::string begun =
      cuda_020.substr(0, cuda_020.find("(EngineCore pid=96) INFO 06-07 13:27:20"));
  const auto ended = [&](const std::string& words) {
    return only(begun + "(EngineCore pid=96) ERROR 06-07 13:28:12 [core.py:1033] " + words + "\n");
  };
  const StartupRun little = ended(
      "ValueError: Free memory on device cuda:0 (60.5/119.7 GiB) on startup is less than desired "
      "GPU memory utilization (0.8, 95.76 GiB). Decrease GPU memory utilization or reduce GPU "
      "memory used by other processes.");
  CHECK(little.refused == "less memory was free at the start than the budget asks for");
  CHECK(little.gpu_memory_utilization == 0.8);
  CHECK(little.bound.requested == printed(95.76));
  CHECK(ended("ValueError: No available memory for the cache blocks. Try increasing "
              "`gpu_memory_utilization` when initializing the engine")
            .refused == "nothing is left for the cache");
  CHECK(ended("AssertionError: Error in memory profiling. Initial free memory 60.5 GiB, current "
              "free memory 70.0 GiB.")
            .refused == "other processes gave memory back while the engine profiled");
  CHECK(ended("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.").refused ==
        "the device ran out of memory");
}

TEST_CASE("older sentences of the weights mean the same") {
  const std::string begun =
      cuda_020.substr(0, cuda_020.find("(EngineCore pid=96) INFO 06-07 13:27:20"));
  for (const char* words : {"Model loading took 12.5 GiB and 3.25 seconds",
                            "Model loading took 12.5 GB and 3.25 seconds"}) {
    CAPTURE(words);
    const StartupRun run = only(
        begun + "(EngineCore pid=96) INFO 06-07 13:27:20 [gpu_model_runner.py:1] " + words + "\n");
    CHECK(run.bound.weights == printed(12.5));
    CHECK(run.bound.load_seconds == 3.25);
  }
}

TEST_CASE("a start that stopped says what stopped it") {
  const std::string begun =
      cuda_020.substr(0, cuda_020.find("(EngineCore pid=96) INFO 06-07 13:28:12"));
  const std::string raised =
      "(EngineCore pid=96) ERROR 06-07 13:28:12 [core.py:1033] EngineCore failed to start.\n"
      "(EngineCore pid=96) ERROR 06-07 13:28:12 [core.py:1033] Traceback (most recent call last):\n"
      "(EngineCore pid=96) ERROR 06-07 13:28:12 [core.py:1033] ValueError: Unsupported head "
      "size\n";
  const StartupRun run = only(begun + raised);
  CHECK(run.refused == "it stopped with ValueError: Unsupported head size");
  CHECK_FALSE(run.complete);
  CHECK(run.bound.weights == printed(48.5));

  SUBCASE("a long message is cut, not in the middle of a letter") {
    std::string message = "ValueError: ";
    for (int i = 0; i < 200; ++i) message += "\u00fc";
    const StartupRun cut = only(begun + message + "\n");
    REQUIRE(cut.refused.has_value());
    CHECK(cut.refused->size() < 160);
    CHECK(cut.refused->ends_with("\u00fc\u2026"));
  }
  SUBCASE("an error before a start that went well is not its end") {
    const StartupRun well = only(raised + cuda_020);
    check_cuda_020(well);
    CHECK_FALSE(well.refused.has_value());
  }
}

TEST_CASE("each release's own line of the memory is read") {
  // 0.10.2 to 0.13 print the cache in whole bytes.
  const StartupRun exact = only(
      "Available KV cache memory: 44.59 GiB\n"
      "Free memory on device (139.21/139.81 GiB) on startup. Desired GPU memory utilization is "
      "(0.9, 125.83 GiB). Actual usage is 74.28 GiB for weight, 5.58 GiB for peak activation, 1.38 "
      "GiB for non-torch memory, and 2.37 GiB for CUDAGraph memory. Replace gpu_memory_utilization "
      "config with `--kv-cache-memory=45175492096` to fit into requested memory, or "
      "`--kv-cache-memory=59540753920` to fully utilize gpu memory. Current kv cache memory in use "
      "is 47878721024 bytes.\n");
  CHECK(exact.bound.available_kv == Bytes{47878721024});
  CHECK(exact.bound.total == printed(139.81));
  CHECK(exact.bound.free_at_start == printed(139.21));
  CHECK(exact.bound.requested == printed(125.83));
  CHECK(exact.bound.weights == printed(74.28));
  CHECK(exact.bound.peak_activation == printed(5.58));
  CHECK(exact.bound.non_torch == printed(1.38));
  CHECK(exact.bound.graphs == printed(2.37));

  // 0.27 on: consumed memory.
  const StartupRun consumed = only(
      "Model loading took 60.1 GiB memory and 20.0 seconds\n"
      "Free memory on device (91.64/94.97 GiB) on startup. Desired GPU memory utilization is "
      "(0.91, "
      "86.42 GiB). Actual usage is 64.44 GiB for consumed memory (weights + non-torch), 4.19 GiB "
      "for peak activation, and 0.25 GiB for CUDAGraph memory. Current kv cache memory in use is "
      "17.79 GiB.\n");
  CHECK(consumed.bound.consumed == printed(64.44));
  CHECK(consumed.bound.available_kv == printed(17.79));
  CHECK(consumed.bound.weights == printed(60.1));
  CHECK(consumed.other() == printed(86.42) - printed(17.79) - printed(60.1));

  // 0.28 on: one line; 0.30 on: the device's name.
  const StartupRun one_line = only(
      "XPU KV cache size: 2,143,243 tokens, Maximum concurrency for 1,048,576 tokens per request: "
      "2.04x\n");
  CHECK(one_line.tokens == 2143243_tokens);
  CHECK(one_line.max_model_len == 1048576_tokens);
  CHECK(one_line.max_concurrency == 2.04);

  // Bytes given: nothing was profiled.
  const StartupRun reserved = only(
      "Initial free memory 114.65 GiB, reserved 8.2 GiB memory for KV Cache as specified by "
      "kv_cache_memory_bytes config and skipped memory profiling.\n");
  CHECK(reserved.bound.available_kv == printed(8.2));
  CHECK(reserved.bound.free_at_start == printed(114.65));
  CHECK_FALSE(reserved.beside_cache().has_value());

  // Debug level, and the V0 engine.
  const StartupRun debug = only(
      "DEBUG Initial free memory: 23.08 GiB; Requested memory: 0.80 (util), 18.82 GiB\n"
      "DEBUG Memory profiling takes 2.50 seconds. Total non KV cache memory: 10.22GiB; torch peak "
      "memory increase: 1.40GiB; non-torch forward increase memory: 0.02GiB; weights memory: "
      "8.80GiB.\nINFO Available KV cache memory: 8.60 GiB\n");
  CHECK(debug.bound.requested == printed(18.82));
  CHECK(debug.bound.weights == printed(8.8));
  CHECK(debug.other() == printed(18.82) - printed(8.8) - printed(8.6));
  const StartupRun v0 = only(
      "INFO 07-02 17:08:07 [worker.py:267] the current vLLM instance can use total_gpu_memory "
      "(79.15GiB) x gpu_memory_utilization (0.70) = 55.40GiB\n"
      "INFO 07-02 17:08:07 [worker.py:267] model weights take 8.63GiB; non_torch_memory takes "
      "0.09GiB; PyTorch activation peak memory takes 1.16GiB; the rest of the memory reserved for "
      "KV Cache is 45.52GiB.\n"
      "INFO 07-02 17:08:07 [executor_base.py:111] # cuda blocks: 14815, # CPU blocks: 1966\n"
      "INFO 07-02 17:08:07 [executor_base.py:116] Maximum concurrency for 512 tokens per request: "
      "462.97x\n");
  CHECK(v0.bound.total == printed(79.15));
  CHECK(v0.bound.num_blocks == 14815);
  CHECK(v0.max_concurrency == 462.97);
  CHECK(v0.other() == printed(55.4) - printed(8.63) - printed(45.52));
}

TEST_CASE("of several ranks the one with the least for its cache binds") {
  const StartupRun run = only(
      "(Worker_TP0_EP0 pid=1) INFO Model loading took 64.1 GiB memory and 9.0 seconds\n"
      "(Worker_TP1_EP1 pid=2) INFO Model loading took 64.3 GiB memory and 9.0 seconds\n"
      "(Worker_TP0_EP0 pid=1) INFO Available KV cache memory: 19.27 GiB\n"
      "(Worker_TP1_EP1 pid=2) INFO Available KV cache memory: 17.14 GiB\n"
      "(Worker_TP0_EP0 pid=1) INFO GPU KV cache size: 120,000 tokens\n"
      "(Worker_TP1_EP1 pid=2) INFO GPU KV cache size: 110,000 tokens\n");
  CHECK(run.ranks.size() == 2);
  CHECK(run.bound.rank == "TP1_EP1");
  CHECK(run.bound.available_kv == printed(17.14));
  CHECK(run.bound.weights == printed(64.3));
  CHECK(run.tokens == 110000_tokens);
}

TEST_CASE("SGLang's lines are read: its GB are GiB, its share is of what was free") {
  // startups.jsonl, gb10-sglang-qwen25-1.5b-bf16-040.
  const StartupRun run = only(
      "SGLang Version 0.5.11+05fb6a52\n"
      "[2026-06-07 19:05:53] server_args=ServerArgs(model_path='Qwen/Qwen2.5-1.5B-Instruct', "
      "context_length=None, mem_fraction_static=0.4, chunked_prefill_size=8192, tp_size=1, "
      "kv_cache_dtype='auto', device='cuda')\n"
      "[2026-06-07 19:06:00] Load weight begin. avail mem=112.26 GB\n"
      "[2026-06-07 19:06:22] Load weight end. elapsed=22.28 s, type=Qwen2ForCausalLM, avail "
      "mem=109.01 GB, mem usage=3.25 GB.\n"
      "[2026-06-07 19:06:24] KV Cache is allocated. #tokens: 1557709, K size: 20.80 GB, V size: "
      "20.80 GB\n"
      "[2026-06-07 19:06:37] Capture cuda graph end. Time elapsed: 12.89 s. mem usage=2.23 GB. "
      "avail mem=63.06 GB.\n"
      "[2026-06-07 19:06:50] max_total_num_tokens=1557709, chunked_prefill_size=8192, "
      "max_prefill_tokens=16384, max_running_requests=4096, context_len=32768, "
      "available_gpu_mem=62.15 GB\n");
  CHECK(run.engine == "sglang");
  CHECK(run.engine_version == "0.5.11+05fb6a52");
  CHECK(run.model == "Qwen/Qwen2.5-1.5B-Instruct");
  CHECK(run.tokens == 1557709_tokens);
  CHECK(run.max_model_len == 32768_tokens);
  CHECK(run.bound.available_kv == printed(41.6));
  CHECK(run.bound.weights == printed(3.25));
  CHECK(run.bound.graphs == printed(2.23));
  // 0.4 × 112.26 − 3.25 − 41.6 = 0.054 GiB: the rounding of its figures.
  REQUIRE(run.other().has_value());
  CHECK(gib(*run.other()) == doctest::Approx(0.054).epsilon(0.02));
}

TEST_CASE("real logs of the CPU engine are read to the last figure") {
  const StartupRun share = only(golden("llama--util0.2-len8192"));
  CHECK(share.engine_version == "0.32.0");
  CHECK(share.backend == "cpu");
  CHECK(share.tokens == 958464_tokens);
  CHECK(share.max_concurrency == 117.0);
  CHECK(share.max_num_batched_tokens == 2048_tokens);
  CHECK(share.bound.available_kv == printed(3.66));
  CHECK(share.bound.requested == printed(4.71));
  CHECK(share.bound.consumed == printed(1.05));
  CHECK(share.checkpoint == printed(0.03));
  CHECK(share.init_seconds == 44.68);
  CHECK(share.enforce_eager == false);
  CHECK(share.notes.empty());

  const StartupRun ranks = only(golden("llama--kv256M-len4096-tp2"));
  CHECK(ranks.tensor_parallel == 2);
  CHECK(ranks.bound.available_kv == 256_MiB);  // in whole bytes from the options
  CHECK(ranks.tokens == 131072_tokens);

  const StartupRun space = only(golden("llama--kvspace1-len32768"));
  CHECK(space.bound.available_kv == 1_GiB);
  CHECK(space.tokens == 262144_tokens);

  const StartupRun refused = only(golden("llama--kv8M-len16384-refused"));
  CHECK(refused.refused == "the cache cannot hold one request of full length");
  CHECK(refused.bound.available_kv == 8_MiB);
  CHECK(refused.estimated_max_model_len == 1920_tokens);
  CHECK_FALSE(refused.tokens.has_value());
}

TEST_CASE("restarts in one file are starts of their own, and so are services") {
  CHECK(read_startup_log(cuda_020 + cuda_020, "log").size() == 2);
  std::string both;
  for (const char* name : {"vllm-a-1  | ", "vllm-b-1  | "}) {
    both += dressed(cuda_020, [&](const std::string& l) { return name + l; });
  }
  const auto runs = read_startup_log(both, "log");
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].stream == "vllm-a-1");
  check_cuda_020(runs[1]);
}

TEST_CASE("a cut log answers in part and says so") {
  const StartupRun head = only(cuda_020.substr(0, cuda_020.find("Available KV")));
  CHECK(head.bound.weights == printed(48.5));
  CHECK_FALSE(head.bound.available_kv.has_value());
  REQUIRE(head.notes.size() == 1);
  CHECK(head.notes[0] == "the log ends before the size of the cache");
  const StartupRun tail =
      only(cuda_020.substr(cuda_020.find("(EngineCore pid=96) INFO 06-07 13:28:13")));
  CHECK(tail.tokens == 177440_tokens);
  REQUIRE_FALSE(tail.notes.empty());
  CHECK(tail.notes[0] == "the beginning is missing: no version and no options");
  // Cut at every byte: never a crash, never a number that is not there.
  for (std::size_t size = 0; size < cuda_020.size(); size += 7) {
    try {
      for (const StartupRun& run : read_startup_log(cuda_020.substr(0, size), "log")) {
        if (run.bound.weights) CHECK(run.bound.weights == printed(48.5));
      }
    } catch (const Error&) {
    }
  }
}

TEST_CASE("what is no log of an engine is an error of one line") {
  CHECK_THROWS_WITH_AS(
      static_cast<void>(read_startup_log("hello\nworld\n", "x.log")),
      "x.log: expected a start-up log of vLLM or SGLang, found no line of an engine", Error);
  for (const std::string& hostile :
       {std::string(), std::string(100000, '{'), std::string(100000, '\0'),
        "non-default args: {" + std::string(50000, '['), std::string("\x1f\x8b\x08garbage")}) {
    try {
      static_cast<void>(read_startup_log(hostile, "x"));
    } catch (const Error&) {
    }
  }
  const StartupRun absurd = only(
      "Model loading took 99999999999999999999999999 GiB memory and 1e seconds\n"
      "Available KV cache memory: -2.14 GiB\nGPU KV cache size: 99999999999999999999 tokens\n");
  CHECK_FALSE(absurd.bound.weights.has_value());
  CHECK(absurd.bound.available_kv == Bytes{-2297807503});
  CHECK_FALSE(absurd.tokens.has_value());
}

TEST_CASE("sizes that no machine has are not believed, neither in one line nor in their sum") {
  const auto checkpoint = [](const std::string& gib_text) {
    const std::string line = "Checkpoint size: " + gib_text + " GiB. Available RAM: 100 GiB\n";
    return only(line + line).checkpoint;
  };
  CHECK(checkpoint("20") == 40_GiB);
  CHECK(checkpoint("8000000") == 8000000_GiB);  // 8 PiB, and no second 8 PiB
  CHECK_FALSE(checkpoint("8000000000").has_value());
  const StartupRun run =
      only("worker requested memory: 8000000000 GiB\nAvailable KV cache memory: -8000000000 GiB\n");
  CHECK_FALSE(run.beside_cache().has_value());
  CHECK_FALSE(run.bound.available_kv.has_value());
}

TEST_CASE("a share and numbers of ranks that no engine starts with are not in a log") {
  const auto log = [](const char* share, const char* ranks) {
    return only(std::string("INFO non-default args: {'model': 'm', 'gpu_memory_utilization': ") +
                share + "}\nINFO Initializing a V1 LLM engine (v0.20.0) with config: model='m', " +
                "tensor_parallel_size=" + ranks + ", pipeline_parallel_size=" + ranks +
                ", device_config=cpu\nINFO Available KV cache memory: 2.00 GiB\n");
  };
  CHECK(log("0.5", "2").gpu_memory_utilization == 0.5);
  CHECK(log("0.5", "2").tensor_parallel == 2);
  for (const char* share : {"9000000000", "1.5", "0", "-0.5"}) {
    CHECK_FALSE(log(share, "1").gpu_memory_utilization.has_value());
  }
  for (const char* ranks : {"4294967296", "0", "-1"}) {
    CHECK_FALSE(log("0.5", ranks).tensor_parallel.has_value());
    CHECK_FALSE(log("0.5", ranks).pipeline_parallel.has_value());
  }
}

}  // namespace kvplan
