docker run -it --rm --gpus all -p 8000:8000 vllm/vllm-openai:v0.33.0 \
  --model m --gpu-memory-utilization 0.8
