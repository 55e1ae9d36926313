import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from './config.ts'

function fileWith(text: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'energy-metrics-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}

test.each([
  ['ADMIN_PASSWORD', 'given by the owner'],
  ['DATABASE_URL', 'postgres://user:password@host:5432/database'],
  ['ENTSOE_TOKEN', 'token'],
  ['METRICS_TOKEN', 'a token for the metrics'],
  ['TOKEN_SECRET', 'x'.repeat(32)],
  ['WEATHER_KEY', 'key'],
])('%s can come from a file, without the line break at its end', (name, secret) => {
  for (const end of ['', '\n', '\r\n'])
    expect(readConfig({ [`${name}_FILE`]: fileWith(`${secret}${end}`) })).toMatchObject({ [name]: secret })
})

test('a login has two secrets', () => {
  const given = { ENTSOE_USERNAME_FILE: fileWith('name\n'), ENTSOE_PASSWORD_FILE: fileWith('password\n') }
  expect(readConfig(given)).toMatchObject({ ENTSOE_USERNAME: 'name', ENTSOE_PASSWORD: 'password' })
})

test('spaces belong to a secret', () => {
  expect(readConfig({ ADMIN_PASSWORD_FILE: fileWith(' a \n\n') }).ADMIN_PASSWORD).toBe(' a \n')
})

test('what is wrong with a file is said without its content', () => {
  expect(() => readConfig({ TOKEN_SECRET_FILE: '/nowhere/file' })).toThrow(
    'TOKEN_SECRET_FILE names a file that cannot be read (ENOENT).',
  )
  expect(() => readConfig({ TOKEN_SECRET_FILE: fileWith('\n') })).toThrow(
    'TOKEN_SECRET_FILE names an empty file.',
  )
  expect(() => readConfig({ TOKEN_SECRET_FILE: fileWith('short') })).toThrow(
    'TOKEN_SECRET must be at least 32 bytes long.',
  )
  expect(() => readConfig({ TOKEN_SECRET: 'x'.repeat(40), TOKEN_SECRET_FILE: fileWith('y') })).toThrow(
    'TOKEN_SECRET and TOKEN_SECRET_FILE are both set: set one of them.',
  )
})

test('a byte order mark does not belong to a secret, and another encoding than UTF-8 is refused', () => {
  const read = (bytes: Buffer) => readConfig({ ADMIN_PASSWORD_FILE: fileWith(bytes) }).ADMIN_PASSWORD
  expect(read(Buffer.from('\uFEFFgeheim ä\r\n'))).toBe('geheim ä')
  const utf16 = Buffer.from('\uFEFFgeheim', 'utf16le')
  for (const bytes of [utf16, utf16.subarray(2), Buffer.from(utf16).swap16()])
    expect(() => read(bytes)).toThrow('ADMIN_PASSWORD_FILE names a file in UTF-16: save it in UTF-8.')
  expect(() => read(Buffer.from('ä', 'latin1'))).toThrow(
    'names a file that is not in UTF-8: save it in UTF-8.',
  )
})
