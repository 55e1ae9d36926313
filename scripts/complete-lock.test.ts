import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { missingOptionalPackages, systemOf } from './complete-lock.js'

test('the lock holds the packages of every system, so that npm ci works there', () => {
  const lock: { packages: Record<string, object> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  // Add what is named here with `npm run lock`.
  expect([...missingOptionalPackages(lock.packages).keys()]).toEqual([])
})

test('what the lock lacks is added with the system of its name', () => {
  const packages = {
    'node_modules/tool': { dev: true, optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', there: '1' } },
    'node_modules/tool/node_modules/there': {},
  }
  expect([...missingOptionalPackages(packages)]).toEqual([
    [
      'node_modules/@tool/linux-x64-musl',
      { version: '1.2.3', cpu: ['x64'], libc: ['musl'], os: ['linux'], dev: true, optional: true },
    ],
  ])
})

test.each([
  ['@oxlint/binding-linux-arm-gnueabihf', { cpu: ['arm'], libc: ['glibc'], os: ['linux'] }],
  ['@oxlint-tsgolint/win32-x64', { cpu: ['x64'], os: ['win32'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('the name %s names its system', (name, system) => {
  expect(systemOf(name)).toEqual(system)
})
