bash -c "exec vllm serve m --gpu-memory-utilization 0.8"
