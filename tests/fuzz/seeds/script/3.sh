U=0.8
X=1 python3 -m vllm.entrypoints.openai.api_server --model m --gpu-memory-utilization $U
