import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { MEMORY_SETTINGS } from './memory-settings.js'

test.each(['Dockerfile', 'deploy/energy-metrics.service'])('%s starts the server with them', (path) => {
  const text = readFileSync(path, 'utf8')
  for (const [name, value] of Object.entries(MEMORY_SETTINGS)) expect(text).toContain(`${name}=${value}`)
})
