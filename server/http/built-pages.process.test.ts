import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const ASSETS = fileURLToPath(new URL('../../build/web/assets/', import.meta.url))

test('the built pages hold the production version of React, not the slow development version', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  const development = scripts.filter((name) =>
    readFileSync(ASSETS + name, 'utf8').includes('react_stack_bottom_frame'),
  )
  expect(development).toEqual([])
})
