import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A program and its arguments, in a folder of built programs. */
export type ProgramWords = readonly [program: string, ...words: string[]]

export interface Programs {
  /**
   * Runs a program of the product, or `background-work`, and kills it after some time if it has not ended by then. Gives its exit
   * code, null if it was killed, and how long it ran.
   */
  run(
    words: ProgramWords,
    environment: Readonly<Record<string, string>>,
    killAfterMs?: number,
  ): Promise<{ code: number | null; ms: number }>
}

/** Builds `background-work` for the tests of a file. The product itself must be built. */
export function providePrograms(): Programs {
  let folder = ''
  beforeAll(async () => {
    await mkdir(join(ROOT, 'build'), { recursive: true })
    folder = await mkdtemp(join(ROOT, 'build/test-'))
    await build({
      configFile: 'vite.programs.config.ts',
      logLevel: 'warn',
      build: {
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: {
          input: [
            'server/testing/kills/background-work.ts',
            'server/database/embedded/engine-worker.ts',
            'server/forecast/runs/forecast-worker.ts',
          ],
        },
      },
    })
    const emptyDatabase = 'empty-database.tar.gz'
    await copyFile(join(ROOT, 'build/server', emptyDatabase), join(folder, emptyDatabase))
  })
  afterAll(() => rm(folder, { recursive: true }))

  return {
    async run([program, ...words], environment, killAfterMs) {
      const programs = program === 'background-work' ? folder : join(ROOT, 'build/server')
      const startMs = performance.now()
      const child = spawn(process.execPath, [join(programs, `${program}.js`), ...words], {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', killAfterMs === undefined ? 'inherit' : 'ignore'],
        env: { PATH: process.env['PATH'], ...environment },
      })
      const ended = once(child, 'exit')
      if (killAfterMs !== undefined) {
        await Promise.race([ended, sleep(killAfterMs)])
        child.kill('SIGKILL')
      }
      const [code]: (number | null)[] = await ended
      return { code: code ?? null, ms: performance.now() - startMs }
    },
  }
}
