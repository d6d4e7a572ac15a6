#!/bin/sh
# Writes the story's capacity report, story.html and story.md, into FOLDER: two GB10 boxes, the NVFP4 build with an
# FP8 cache at 0.74, a database of 5 GiB beside it, four requests of full context needed; what was measured of it;
# and the change from the split behind nginx as it was set then.
#   KVPLAN=kvplan examples/report/make.sh FOLDER
set -eu
into=$(cd "${1:?the folder to write into}" && pwd)
cd "$(dirname "$0")/../.."
"${KVPLAN:-kvplan}" report --model Qwen3.8-Flash-Next-NVFP4 --util 0.74 --kv-cache-dtype fp8 \
  --service postgres=5GiB --need-requests 4 --traffic examples/traffic/story.csv \
  --proxy nginx:max_fails=3,fail_timeout=30s --changeover-from split \
  --output "markdown=$into/story.md" --output "html=$into/story.html" --format markdown >/dev/null
