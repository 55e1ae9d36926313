import { execFile } from 'node:child_process'

import { expect, test } from 'vitest'

import { copyDataFolder, environmentWith, startProduct, statusOf } from '#server/testing/process.ts'
import { isSigned, startReceiver } from '#server/testing/webhook-receiver.ts'

test('npm run alerts makes, tests, lists and removes alerts while the server runs', async () => {
  const receiver = await startReceiver()
  const { dataDir } = await copyDataFolder()
  const env = { DATA_DIR: dataDir, ALERT_HOSTS: receiver.host }
  const product = await startProduct(env)
  await expect.poll(() => statusOf(`${product.address}/readyz`)).toBe(200)
  const run = (...words: string[]) =>
    new Promise<{ lines: string[]; error: string }>((resolve) => {
      const program = ['build/server/alerts.js', ...words]
      const options = { env: environmentWith(env) }
      execFile(process.execPath, program, options, (_error, stdout, stderr) =>
        resolve({ lines: stdout.split('\n'), error: stderr.trim() }),
      )
    })
  const rule = ['--area', 'DE', '--measure', 'residual', '--above', '200000', '--hours', '24']
  const [secret = ''] = (await run('add', 'High', ...rule, '--url', receiver.url)).lines
  expect(await run('test', 'High')).toMatchObject({ lines: ['The receiver took the message.', ''] })
  expect(receiver.messages.map((message) => isSigned(message, secret))).toEqual([true])
  const [line = ''] = (await run('list')).lines
  expect(line).toContain(`High  DE residual above 200000 MW within 24 hours, to ${receiver.url}; not `)
  // The server checks a new rule by itself, at any moment.
  expect(line).toMatch(/; not (?:checked yet|crossed), no message yet$/)
  expect((await run('add', 'Other', ...rule, '--url', 'https://evil.example/')).error).toBe(
    `url must be on one of the hosts ${receiver.host}.`,
  )
  expect(JSON.parse((await run('remove', 'High')).error)).toMatchObject({ event: 'alert-removed' })
  expect((await run('test', 'High')).error).toBe('admin has no alert named High.')
})
