#!/bin/sh
# @{origin}
# install.sh BOX: puts the files of one box (1 to @{boxes}; box 1 has the proxy too) where they are run from. It starts and enables nothing.
set -eu
cd "$(dirname "$0")"
etc=${KVPLAN_ETC:-@{config_dir}}
units=${KVPLAN_UNITS:-/etc/systemd/system}
box=${1:-}
case $box in
  '' | *[!0-9]*)
    echo 'usage: install.sh BOX, such as 1' >&2
    exit 2
    ;;
esac
[ -d "box-$box" ] || { echo "install.sh: no folder box-$box" >&2; exit 2; }

install -d -m 755 "$etc" "$etc/bin" "$units"
for file in all/bin/*; do install -m 755 "$file" "$etc/bin/"; done
for file in all/*.conf; do install -m 644 "$file" "$etc/"; done
for file in "box-$box"/launch-*.sh; do install -m 755 "$file" "$etc/"; done
for file in "box-$box"/*.service "box-$box"/*.timer; do
  [ ! -e "$file" ] || install -m 644 "$file" "$units/"
done
if [ "$box" = 1 ]; then
  install -m 644 proxy/@{proxy_conf} "$etc/"
  install -m 644 proxy/kvplan-proxy.service "$units/"
fi
if [ -z "${KVPLAN_UNITS:-}" ]; then
  id -u @{user} >/dev/null 2>&1 || useradd --system --home-dir /var/lib/kvplan --shell /usr/sbin/nologin @{user}
  systemctl daemon-reload
fi
echo "install.sh: box $box is installed; nothing was started. Next: sh changeover.sh check"
