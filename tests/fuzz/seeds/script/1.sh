#!/bin/sh
exec vllm serve \
  m \
  --gpu_memory_utilization=0.8 2>&1 | tee log
