#!/bin/sh
# @{origin}
# Lends this box's ranks to copy @{copy}, whose engine runs on the head. Run by @{unit}.service.
set -eu

# Ray counts page cache as used memory and would kill the engine for it; kvplan-memory-guard looks at what is really free.
export RAY_memory_monitor_refresh_ms=0
@{environment}

ray=${KVPLAN_RAY:-@{ray}}
"$ray" stop --force >/dev/null 2>&1 || true
exec "$ray" start --block --address=@{head}:@{port} --node-ip-address=@{address}
