/* Writes the data folder of an empty database beside the built server. A first start copies it: the engine takes seconds to make one. */
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { PGlite } from '@electric-sql/pglite'

const FOLDER = fileURLToPath(new URL('../build/server/empty-database', import.meta.url))

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const engine = await PGlite.create(FOLDER)
// Closed in order, so that the copy needs no recovery when it is opened.
await engine.close()
