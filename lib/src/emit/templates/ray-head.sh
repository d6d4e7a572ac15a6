# Ray counts page cache as used memory and would kill the engine for it; kvplan-memory-guard looks at what is really free.
export RAY_memory_monitor_refresh_ms=0
ray=${KVPLAN_RAY:-@{ray}}
"$ray" stop --force >/dev/null 2>&1 || true
"$ray" start --head --port=@{port} --node-ip-address=@{address} --include-dashboard=false
# All boxes must have joined before the engine places its ranks; without the dashboard `ray status` is what counts them.
until [ "$("$ray" status 2>/dev/null | grep -c ' node_')" -ge @{nodes} ]; do sleep 2; done
