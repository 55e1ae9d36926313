import { execFileSync, spawn } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { createFolder } from './folders.ts'

/** The account of Debian's PostgreSQL where we are root, as whom such programs refuse to run. */
export function daemonAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export interface Daemon {
  folder: string
  kill: () => Promise<void>
  start: () => void
}

/** Runs a program in a folder of its own, in which it finds `files`, until the test ends. */
export async function startDaemon(
  program: string,
  words: readonly string[],
  files: (folder: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Daemon> {
  const account = daemonAccount()
  const folder = await createFolder()
  for (const [name, text] of Object.entries(files(folder))) writeFileSync(join(folder, name), text)
  for (const name of ['.', ...Object.keys(files(folder))])
    if (account.uid !== undefined && account.gid !== undefined)
      chownSync(join(folder, name), account.uid, account.gid)
  let end = async () => {}
  const daemon: Daemon = {
    folder,
    start() {
      const child = spawn(program, words, { ...account, cwd: folder, stdio: 'ignore' })
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      end = () => {
        child.kill('SIGKILL')
        return ended
      }
    },
    kill: () => end(),
  }
  daemon.start()
  onTestFinished(() => daemon.kill())
  return daemon
}
