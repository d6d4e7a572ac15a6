#!/bin/sh
# @{origin}
# changeover.sh check|go: from what runs now to the layout @{layout}. Run it on the proxy's box, as root, once install.sh has been run on
# each box. The model is away from step 2 until the first copy answers: about as long as one copy takes to start
# (@{start_source}: @{start_seconds} s at most).
# The way back is back.sh; nothing here deletes anything.
set -eu
cd "$(dirname "$0")"
etc=${KVPLAN_ETC:-@{config_dir}}
run=${KVPLAN_RUN:-@{run_dir}}
began=$(date +%s)

# NODE:BOX:UNIT of the new layout, the units before it (from --old-unit), as BOX:UNIT, in the order in which they are stopped. A box is
# an address, or "here".
nodes='@{nodes}'
old='@{old}'
boxes='@{boxes}'
copies='@{copies}'

say() { printf '[%3d s] %s\n' "$(($(date +%s) - began))" "$*"; }
on_box() {
  box=$1
  shift
  if [ "$box" = here ]; then "$@"; else ${KVPLAN_SSH:-ssh -o BatchMode=yes} "root@$box" "$@"; fi
}
each_box() {
  for one_box in $boxes; do on_box "$one_box" "$@" || return 1; done
}

check() {
  bad=0
  for entry in $nodes; do
    node=${entry%%:*} rest=${entry#*:}
    on_box "${rest%%:*}" test -r "$etc/copy-$node.conf" || { say "not installed on ${rest%%:*}: copy-$node.conf (install.sh)"; bad=1; }
    on_box "${rest%%:*}" systemctl cat "${rest##*:}" >/dev/null || { say "not installed on ${rest%%:*}: ${rest##*:} (install.sh)"; bad=1; }
  done
  for entry in $old; do
    on_box "${entry%%:*}" systemctl cat "${entry#*:}" >/dev/null || { say "not there on ${entry%%:*}: ${entry#*:} (--old-unit)"; bad=1; }
  done
  @{check_proxy} || { say 'the proxy refuses its configuration'; bad=1; }
  [ -n "$old" ] || say 'no old unit was named (--old-unit): what runs now is yours to stop, watchdogs first'
  return "$bad"
}

failed() {
  code=$?
  [ "$code" = 0 ] || say "stopped half-way. The watchdogs are paused ($run/pause). Back: sh back.sh go"
}

case ${1:-} in
  check)
    check
    say 'all is there'
    exit 0
    ;;
  go) ;;
  *)
    echo 'usage: changeover.sh check|go' >&2
    exit 2
    ;;
esac

say '1. is everything there?'
check
trap failed EXIT
each_box mkdir -p "$run"
each_box touch "$run/pause"

say '2. the old units are disabled and stopped: stopped alone, a watchdog or the next boot would start them again'
for entry in $old; do on_box "${entry%%:*}" systemctl disable --now "${entry#*:}"; done

say '3. the copies start; each waits for its memory first'
for entry in $nodes; do
  rest=${entry#*:}
  on_box "${rest%%:*}" systemctl enable --now --no-block "${rest##*:}"
done
say '4. the proxy'
systemctl enable --now kvplan-proxy.service
systemctl reload-or-restart kvplan-proxy.service

say '5. each copy must complete a token'
for copy in $copies; do
  "$etc/bin/kvplan-wait-first-answer" "$copy"
  say "copy $copy answers"
done

say '6. does the model still call its tools?'
"$etc/bin/kvplan-tool-test"

say '7. watchdogs and guards'
for entry in $nodes; do
  node=${entry%%:*} rest=${entry#*:}
  case $node in *-node-*) ;; *) on_box "${rest%%:*}" systemctl enable --now "kvplan-watchdog-$node.timer" ;; esac
  on_box "${rest%%:*}" systemctl enable --now "kvplan-memory-guard-$node.service"
done
each_box rm -f "$run/pause"
say 'done'
