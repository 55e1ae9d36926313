import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

/** Inside the project, because from there the programs find their packages. */
const BUILD_FOLDER = fileURLToPath(new URL('../../build', import.meta.url))

/** Builds programs for the tests of a file, and removes them afterwards. Gives the path of a built one by its name. */
export function provideBuiltPrograms(...sources: readonly string[]): (name: string) => string {
  let folder = ''
  beforeAll(async () => {
    await mkdir(BUILD_FOLDER, { recursive: true })
    folder = await mkdtemp(join(BUILD_FOLDER, 'test-'))
    await build({
      configFile: 'vite.programs.config.ts',
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: false, rolldownOptions: { input: [...sources] } },
    })
  })
  afterAll(() => rm(folder, { recursive: true }))
  return (name) => join(folder, `${name}.js`)
}
