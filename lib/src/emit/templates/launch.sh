#!/bin/sh
# @{origin}
# Starts @{what}. Run by @{unit}.service; by hand: sh @{file}
# The key is read here, from a file that only its reader may see, and never stands in a command line.
# shellcheck disable=SC2016 # a name is a name, dollar signs too
set -eu

key_file=${KVPLAN_KEY_FILE:-@{key_file}}
if [ -r "$key_file" ]; then
  VLLM_API_KEY=$(cat "$key_file")
  export VLLM_API_KEY
fi
@{environment}

@{command}
exec "${KVPLAN_VLLM:-@{vllm}}" "$@"
