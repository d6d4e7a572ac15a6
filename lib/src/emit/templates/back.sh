#!/bin/sh
# @{origin}
# back.sh go: from the layout @{layout} to what ran before it (--old-unit). Run it on the proxy's box, as root.
set -eu
began=$(date +%s)

# NODE:BOX:UNIT of the layout to leave, BOX:UNIT of the one to return to, in the order in which they are started.
nodes='@{nodes}'
old='@{old}'

say() { printf '[%3d s] %s\n' "$(($(date +%s) - began))" "$*"; }
on_box() {
  box=$1
  shift
  if [ "$box" = here ]; then "$@"; else ${KVPLAN_SSH:-ssh -o BatchMode=yes} "root@$box" "$@"; fi
}

if [ "${1:-}" != go ]; then
  echo 'usage: back.sh go' >&2
  exit 2
fi
if [ -z "$old" ]; then
  say 'no old unit was named when these files were made (--old-unit): nothing to go back to, nothing was done'
  exit 1
fi
for entry in $old; do
  on_box "${entry%%:*}" systemctl cat "${entry#*:}" >/dev/null || { say "not there on ${entry%%:*}: ${entry#*:}; nothing was done"; exit 1; }
done

say '1. watchdogs and guards first, or they would work against what follows'
for entry in $nodes; do
  node=${entry%%:*} rest=${entry#*:}
  case $node in *-node-*) ;; *) on_box "${rest%%:*}" systemctl disable --now "kvplan-watchdog-$node.timer" || true ;; esac
  on_box "${rest%%:*}" systemctl disable --now "kvplan-memory-guard-$node.service" || true
done
say '2. the copies'
for entry in $nodes; do
  rest=${entry#*:}
  on_box "${rest%%:*}" systemctl disable --now "${rest##*:}"
done
@{proxy_step}
say '4. the old units'
for entry in $old; do on_box "${entry%%:*}" systemctl enable --now "${entry#*:}"; done
say 'done: the old units run again; they answer when their start is over'
