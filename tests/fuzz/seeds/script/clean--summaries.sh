#!/bin/sh
# Nightly summaries of the day's mail.
set -eu
OPENAI_BASE_URL=${OPENAI_BASE_URL:-http://10.0.0.1:8080/v1}
export OPENAI_BASE_URL
for file in /srv/mail/inbox/*.txt; do
  /opt/batch/summarize --model Qwen3.8-Flash-Next "$file"
done
