/**
 * Programs that a machine has before any project is installed. A runner such as `uv run` or
 * `npx -p x` starts them as readily as the project's own tools, so it may not be used to reach one
 * that the policy does not list.
 */
export const systemPrograms: ReadonlySet<string> = new Set([
  ...'sh bash dash zsh ksh fish csh tcsh ash busybox toybox rbash'.split(' '),
  ...'rm rmdir mv ln link unlink touch tee dd truncate install shred'.split(' '),
  ...'chown chgrp chattr setfacl mkfifo mknod mktemp split csplit rename'.split(' '),
  ...'sed awk gawk mawk perl php lua tclsh expect sort uniq cut tr'.split(' '),
  ...'xargs parallel env timeout nohup nice ionice setsid stdbuf script'.split(' '),
  ...'sudo su doas runuser chroot unshare nsenter setpriv capsh pkexec'.split(' '),
  ...'kill killall reboot shutdown halt poweroff systemctl service init'.split(' '),
  ...'curl wget nc ncat netcat socat telnet ftp ssh scp sftp rsync'.split(' '),
  ...'tar zip unzip gzip gunzip bzip2 xz zstd cpio ar 7z ed ex'.split(' '),
  ...'vi vim nvim emacs nano less more most man watch screen tmux'.split(' '),
  ...'mount umount mkfs fdisk losetup swapon modprobe insmod sysctl'.split(' '),
  ...'iptables nft ip ifconfig route tcpdump crontab at batch passwd'.split(' '),
  ...'useradd usermod userdel groupadd visudo apt apt-get dpkg yum dnf'.split(' '),
  ...'apk pacman brew snap docker podman kubectl gdb strace ltrace'.split(' '),
  ...'gcc cc clang ld make cmake ninja patch openssl gpg base64 xxd'.split(' '),
  ...'eval exec source command builtin time flock logger wall write'.split(' '),
])

/** Whether a text names one of them, with a path before it or without. */
export function isSystemProgram(text: string | undefined): boolean {
  return text !== undefined && systemPrograms.has(text.slice(text.lastIndexOf('/') + 1))
}
