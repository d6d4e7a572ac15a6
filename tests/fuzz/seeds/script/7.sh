cat <<'EOF'
vllm serve m
EOF
for i in 1 2; do systemctl stop vllm@$i; done
if ! curl -fsS http://127.0.0.1:8000/health; then systemctl restart vllm.service; fi
