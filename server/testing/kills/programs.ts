import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { provideBuiltPrograms } from '#server/testing/built-programs.ts'
import { environmentWith } from '#server/testing/process.ts'

/** A program of the product, or `background-work`, and its arguments. */
export type ProgramWords = readonly [program: string, ...words: string[]]

/** Whether a program is to be killed, when it has used so much processor time. */
export type IsTime = (processorMs: number) => boolean

export interface Programs {
  /**
   * Runs a program, and kills it as soon as `isTime`, if it has not ended by then. Its processor time says how far it is, however busy
   * the machine is; the clock would not. `code` is null if it was killed.
   */
  run(
    words: ProgramWords,
    environment: Readonly<Record<string, string>>,
    isTime?: IsTime,
  ): Promise<{ code: number | null; processorMs: number }>
}

const CHECK_EVERY_MS = 5
/** The unit of times in `/proc`: 100 ticks a second on every Linux. */
const TICK_MS = 10

/** The processor time of a process on Linux; null if it has ended. */
async function processorMsOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name in brackets can hold anything. The times are fields 14 and 15, see proc(5).
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}

/** Builds `background-work` for the tests of a file. The product itself must be built. */
export function providePrograms(): Programs {
  const ownProgram = provideBuiltPrograms('server/testing/kills/background-work.ts')
  return {
    async run([program, ...words], environment, isTime) {
      const file = program === 'background-work' ? ownProgram(program) : `build/server/${program}.js`
      const child = spawn(process.execPath, [file, ...words], {
        stdio: ['ignore', 'ignore', isTime === undefined ? 'inherit' : 'ignore'],
        env: environmentWith(environment),
      })
      const ended = once(child, 'exit')
      let processorMs = 0
      while (child.exitCode === null && child.signalCode === null) {
        processorMs = (await processorMsOf(child.pid ?? 0)) ?? processorMs
        if (isTime?.(processorMs)) child.kill('SIGKILL')
        await Promise.race([ended, sleep(CHECK_EVERY_MS)])
      }
      return { code: child.exitCode, processorMs }
    },
  }
}
