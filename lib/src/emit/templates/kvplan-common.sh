# @{origin}
# shellcheck shell=sh disable=SC2034,SC2154 # used by, and set by, the scripts and settings around this file
# What the scripts beside this one share. A script says what it does on standard output, which the journal keeps.

etc=${KVPLAN_ETC:-@{config_dir}}
run=${KVPLAN_RUN:-@{run_dir}}
bin=${KVPLAN_BIN:-$etc/bin}
meminfo=${KVPLAN_MEMINFO:-/proc/meminfo}

say() { printf '%s: %s\n' "${0##*/}" "$*"; }
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# load_node NODE: its settings, as variables.
load_node() {
  case ${1:-} in
    '' | *[!a-z0-9-]* | -*) fail "usage: ${0##*/} NODE, such as 1 or 1-node-2" ;;
  esac
  [ -r "$etc/copy-$1.conf" ] || fail "no settings $etc/copy-$1.conf"
  # shellcheck source=/dev/null
  . "$etc/copy-$1.conf"
}

# ask SECONDS PATH [BODY]: the answer of the copy itself, not of the proxy. The key goes in by a pipe: a command line is for all to see.
ask() {
  {
    if [ -r "${KVPLAN_KEY_FILE:-$key_file}" ]; then
      printf 'header = "Authorization: Bearer %s"\n' "$(cat "${KVPLAN_KEY_FILE:-$key_file}")"
    fi
  } | if [ $# -gt 2 ]; then
    curl --silent --fail --max-time "$1" --config - --header 'Content-Type: application/json' --data-binary "$3" "$url$2"
  else
    curl --silent --fail --max-time "$1" --config - "$url$2"
  fi
}

# one_token SECONDS: a completion of one token. That a port answers, or /health, says too little: an engine can do both and answer every
# request with 500.
one_token() {
  answer=$(ask "$1" /v1/completions "$probe") || return 1
  case $answer in *'"choices"'*) return 0 ;; *) return 1 ;; esac
}

# metric NAME: the sum of a metric's series, a whole number; nothing when the copy does not answer.
metric() {
  ask 5 /metrics 2>/dev/null | awk -v name="$1" '
    { series = $1; sub(/[{].*/, "", series) }
    series == name { sum += $NF; seen = 1 }
    END { if (seen) printf "%.0f\n", sum }'
}

# kib FIELD: of /proc/meminfo. MemAvailable is what can be had, page cache included; MemFree is what is idle this moment.
kib() { awk -v field="$1:" '$1 == field { print $2; seen = 1 } END { exit !seen }' "$meminfo"; }

gib() { awk -v kib="$1" 'BEGIN { printf "%.1f GiB", kib / 1048576 }'; }

# Whoever works on a box by hand makes this file, and nothing here restarts anything.
paused() { [ -e "$run/pause" ] || [ -e "$run/pause-$node" ]; }

# restarts_left FILE MOST SECONDS: true while fewer than MOST times stand in the file that are younger than SECONDS.
restarts_left() {
  now=$(date +%s)
  [ -e "$1" ] || return 0
  [ "$(awk -v now="$now" -v span="$3" 'now - $1 < span { n++ } END { print n + 0 }' "$1")" -lt "$2" ]
}

note_restart() { date +%s >>"$1"; }
