ARGS=(
  m
  --gpu-memory-utilization "${UTIL:-0.8}"  # share
)
vllm serve "${ARGS[@]}"
