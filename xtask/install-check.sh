#!/bin/bash
# Installs a package of Agon in a copy of this system that forgets everything, starts the server as its
# unit says, asks whether it is ready, ends it and removes the package. In a mount namespace of its own:
#
#     unshare --mount --propagation private bash xtask/install-check.sh PACKAGE
set -euo pipefail

package=$1
fail() { echo "install-check: $*" >&2; exit 1; }

# Nothing of this is seen outside, and all of it is gone with the namespace.
mount -t tmpfs agon /mnt
mkdir /mnt/changes /mnt/work /mnt/root
mount -t overlay agon -o lowerdir=/,upperdir=/mnt/changes,workdir=/mnt/work /mnt/root
mount --rbind /proc /mnt/root/proc
mount --rbind /dev /mnt/root/dev
mount -t tmpfs agon /mnt/root/run
cp "$package" /mnt/root/package.deb
inside() { chroot /mnt/root "$@"; }

inside dpkg --install /package.deb >/dev/null
unit=/mnt/root/usr/lib/systemd/system/agon.service
setting() { sed -n "s/^$1=//p" "$unit"; }
user=$(setting User)
data=/var/lib/$(setting StateDirectory)
[ "$(inside stat -c '%U:%G %a' "$data")" = "$user:$user $(setting StateDirectoryMode | sed 's/^0//')" ] || fail "$data is not the server's own"
[ "$(inside stat -c '%U:%G %a' /etc/agon/agon.toml)" = "root:$user 640" ] || fail "the settings are not kept secret"
if inside sh -c 'command -v systemd-analyze' >/dev/null; then
    for service in /mnt/root/usr/lib/systemd/system/agon*.service; do
        complaints=$(inside systemd-analyze verify "${service#/mnt/root}" 2>&1 | grep "${service##*/}" || true)
        [ -z "$complaints" ] || fail "$complaints"
    done
fi

port=$((20000 + RANDOM % 10000))
read -ra start <<<"$(setting ExecStart)"
mapfile -t environment < <(setting Environment)
# As the unit: without capabilities, and with its umask.
umask "$(setting UMask)"
chroot /mnt/root setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs \
    --bounding-set=-all --inh-caps=-all --ambient-caps=-all env "${environment[@]}" "AGON_BIND=127.0.0.1:$port" "${start[@]}" >/mnt/said 2>&1 &
server=$!
ask() {
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
    printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$1" >&3
    head -n 1 <&3
}
answer=
for _ in $(seq 300); do
    kill -0 "$server" 2>/dev/null || break
    answer=$(ask /ready 2>/dev/null) && break
    sleep 0.1
done
case "$answer" in
*" 200 "*) ;;
*) cat /mnt/said >&2; fail "not ready: ${answer:-no answer}" ;;
esac
[ "$(awk '/^Uid:/ { print $2 }' "/proc/$server/status")" = "$(inside id -u "$user")" ] || fail "another user runs the server"
kill -TERM "$server"
wait "$server" || { cat /mnt/said >&2; fail "the server did not end in order"; }
[ "$(inside stat -c '%U %a' "$data/agon.db")" = "$user 600" ] || fail "the games are not where they should be, or not private"
if grep -q 'repair-permissions' /mnt/said; then cat /mnt/said >&2; fail "the package makes files that others can reach"; fi

inside dpkg --remove agon >/dev/null
[ ! -e /mnt/root/usr/bin/agon ] || fail "the program is still there"
[ -e "/mnt/root/etc/agon/agon.toml" ] || fail "the settings are gone before they are purged"
inside dpkg --purge agon >/dev/null
[ ! -e "/mnt/root/etc/agon/agon.toml" ] || fail "the settings are still there"
[ -e "/mnt/root$data/agon.db" ] || fail "the games are gone"
echo "installed, started as $user, ready, ended in order, removed; the games stay"
