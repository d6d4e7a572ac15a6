ssh box 'cd /srv &&
 vllm serve m --gpu-memory-utilization 0.8'
