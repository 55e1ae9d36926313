import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { createFolder } from '#server/testing/folders.ts'
import { type ProductProcess, requestToken, startProduct } from '#server/testing/process.ts'

/** Only an administrator can mount a small file system. For others, `full-disk.test.ts` plays one to the engine alone. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0
const TokenSchema = z.object({ access_token: z.string() })

async function mountSmallDisk(): Promise<string> {
  const disk = await createFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m,nr_inodes=8000', 'tmpfs', disk])
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
  return disk
}

const FILLINGS: Readonly<Record<string, (disk: string, filler: string) => void>> = {
  byte(disk, filler) {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(filler, 'bytes'), Buffer.alloc(bavail * bsize))
    expect(statfsSync(disk).bavail).toBe(0)
  },
  inode(disk, filler) {
    for (let file = statfsSync(disk).ffree; file > 0; file -= 1) writeFileSync(join(filler, `${file}`), '')
    expect(statfsSync(disk).ffree).toBe(0)
  },
}

test.runIf(canMount).each(Object.entries(FILLINGS))(
  'with no %s free people sign in and read, and write again once there is room',
  async (_what, fill) => {
    const disk = await mountSmallDisk()
    const { folder, password } = inject('madeDataFolder')
    const DATA_DIR = join(disk, 'data')
    cpSync(folder, DATA_DIR, { recursive: true })
    const start = () => startProduct({ DATA_DIR })
    const signIn = async (server: ProductProcess) => {
      await expect
        .poll(() =>
          fetch(`${server.address}/livez`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200)
      const answer = await requestToken(server, 'admin', password)
      expect(answer.status).toBe(200)
      const { access_token } = TokenSchema.parse(await answer.json())
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      return async (name?: string) => {
        const body = JSON.stringify({ name, query: '?v=1&g=DE,wind,H,-6d,1d' })
        const init = name === undefined ? { headers } : { headers, method: 'POST', body }
        const { status, headers: sent } = await fetch(server.address + DASHBOARDS_PATH, init)
        return `${status} ${sent.get('retry-after')}`
      }
    }

    for (const isKilled of [false, true]) {
      let server = await start()
      let call = await signIn(server)
      expect(await call(`before ${isKilled}`)).toBe('200 null')
      const filler = join(disk, 'filler')
      mkdirSync(filler)
      fill(disk, filler)
      const written = new Set<string>()
      for (let write = 0; write < 200; write += 1) written.add(await call(`${write}`))
      expect([...written]).toEqual(['503 5'])
      call = await signIn(server)
      expect(await call()).toBe('200 null')
      const readiness = await fetch(`${server.address}/readyz`)
      expect(await readiness.json()).toMatchObject({
        status: 'degraded',
        parts: { database: { isReady: true } },
      })
      const guess = () => requestToken(server, 'nobody', 'guessed password')
      for (let failure = 0; failure < 5; failure += 1) expect((await guess()).status).toBe(401)
      expect((await guess()).status).toBe(429)
      if (isKilled) {
        server.kill('SIGKILL')
        await server.ended
      }
      rmSync(filler, { recursive: true })
      if (isKilled) {
        server = await start()
        call = await signIn(server)
      }
      expect(await call(`after ${isKilled}`)).toBe('200 null')
      server.kill()
      expect(await server.ended).toBe(0)
    }
  },
)
