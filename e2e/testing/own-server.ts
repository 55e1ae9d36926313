import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { TILE_SETTINGS } from './addresses.ts'
import { CLOCK_SETTINGS } from './moved-clock.ts'
import { PASSWORD, test, USERNAME } from './test.ts'

/** Tests with a server of these settings, shared by its worker's tests. */
export const testOf = (environment: Readonly<Record<string, string>>) =>
  test.extend({
    address: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern
      async ({}, use) => withServer(environment, use),
      { scope: 'worker' },
    ],
  })

/** Calls `use` with the URL of an own server without values. */
export async function withServer(
  environment: Readonly<Record<string, string>>,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-server-'))
  const server = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      SOURCE: 'none',
      ADMIN_USERNAME: USERNAME,
      ADMIN_PASSWORD: PASSWORD,
      ...TILE_SETTINGS,
      ...CLOCK_SETTINGS,
      ...environment,
    },
  })
  const address = await new Promise<string>((resolve) => {
    let output = ''
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, found] = /"address":"([^"]+)"/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  await use(`${address}/`)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
  await rm(folder, { recursive: true })
}
