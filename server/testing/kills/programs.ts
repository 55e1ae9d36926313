import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { provideBuiltPrograms } from '#server/testing/built-programs.ts'

/** A program of the product, or `background-work`, and its arguments. */
export type ProgramWords = readonly [program: string, ...words: string[]]

export interface Programs {
  /** Runs a program, and kills it after some time if it has not ended by then. `code` is null if it was killed. */
  run(
    words: ProgramWords,
    environment: Readonly<Record<string, string>>,
    killAfterMs?: number,
  ): Promise<{ code: number | null; durationMs: number }>
}

/** Builds `background-work` for the tests of a file. The product itself must be built. */
export function providePrograms(): Programs {
  const ownProgram = provideBuiltPrograms('server/testing/kills/background-work.ts')
  return {
    async run([program, ...words], environment, killAfterMs) {
      const file = program === 'background-work' ? ownProgram(program) : `build/server/${program}.js`
      const startMs = performance.now()
      const child = spawn(process.execPath, [file, ...words], {
        stdio: ['ignore', 'ignore', killAfterMs === undefined ? 'inherit' : 'ignore'],
        env: { PATH: process.env['PATH'], ...environment },
      })
      const ended = once(child, 'exit')
      if (killAfterMs !== undefined) {
        await Promise.race([ended, sleep(killAfterMs)])
        child.kill('SIGKILL')
      }
      const [code]: (number | null)[] = await ended
      return { code: code ?? null, durationMs: performance.now() - startMs }
    },
  }
}
