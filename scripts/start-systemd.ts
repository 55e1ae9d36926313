import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished } from 'vitest'

import { createFolder } from '#server/testing/folders.ts'

import { findProgram, installDebianPackage } from './system-packages.js'

const execute = promisify(execFile)

/** systemd as first process of its own namespaces, on a temporary copy of this machine's files. */
const START = `
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1"/upper "$1"/work "$1"/root
mount -t overlay -o lowerdir=/,upperdir="$1"/upper,workdir="$1"/work overlay "$1"/root
cd "$1"/root
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs dev
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for folder in dev/shm run tmp; do mount -t tmpfs tmpfs $folder; done
mkdir -p opt/energy-metrics
mount --bind "$PRODUCT" opt/energy-metrics
rm -rf etc/systemd/system etc/energy-metrics var/lib/energy-metrics
mkdir -p etc/systemd/system
printf '[Unit]\\nRequires=systemd-journald.service dbus.socket\\n' > etc/systemd/system/test.target
shift
number=0
for folder; do
  number=$((number + 1))
  mkdir -p mnt/$number
  cp -a "$folder"/. mnt/$number
done
mkdir -p mnt/machine
pivot_root . mnt/machine
umount --lazy mnt/machine
mount --make-rshared /
exec chroot . env -i container=oci PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=test.target --show-status=0
`

export interface TestSystemd {
  /** In a shell beside systemd. `output` has both streams. */
  run: (command: string) => Promise<{ code: number; output: string }>
}

/**
 * A real systemd for one test, with the product in /opt/energy-metrics and copies of folders in /mnt/1 and so
 * on. Shares the machine's network. Needs root.
 */
export async function startSystemd(...copied: readonly string[]): Promise<TestSystemd> {
  if (findProgram(['dbus-daemon']) === null && !installDebianPackage('dbus'))
    throw new Error('Root on a Debian with systemd and dbus is needed for this test.')
  const folder = await createFolder()
  const words = ['--fork', '--kill-child', '--pid', '--mount', '--cgroup', '--ipc', '--uts']
  const child = spawn('unshare', [...words, 'sh', '-euc', START, 'sh', folder, ...copied], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], PRODUCT: process.cwd() },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const firstProcess = async () =>
    (await readFile(join('/proc', String(child.pid), 'task', String(child.pid), 'children'), 'utf8')).trim()
  const systemd: TestSystemd = {
    async run(command) {
      const enter = [
        '--target',
        await firstProcess(),
        ...'--pid --mount --uts --ipc --cgroup --root --wd'.split(' '),
      ]
      return execute('nsenter', [...enter, 'bash', '-c', `exec 2>&1; ${command}`], {
        env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, output: stdout }),
      )
    },
  }
  await expect
    .poll(async () => (await systemd.run('systemctl is-active test.target')).output)
    .toBe('active\n')
  return systemd
}
