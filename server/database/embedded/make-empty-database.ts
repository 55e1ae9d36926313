/* Writes the data folder of a new database, with the schema, beside the built server. A first start copies it: making one takes seconds. */
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

import { createEmbeddedDatabase } from './embedded-database.ts'
import { openEmbeddedEngine } from './engine.ts'
import { setModes } from './folder-tree.ts'

// The engine ends too soon for optimised code to be worth compiling.
setFlagsFromString('--liftoff-only')

const folder = fileURLToPath(new URL('./empty-database', import.meta.url))
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
const engine = await openEmbeddedEngine({ dataDir: folder })
// Nothing is ever made from the templates, and they are two thirds of the files. A template itself cannot be dropped.
await engine.script('UPDATE pg_database SET datistemplate = false')
for (const template of ['template0', 'template1']) await engine.script(`DROP DATABASE ${template}`)
const database = await createEmbeddedDatabase(engine)
// Closed in order, so that the copy needs no recovery when it is opened.
await database.close()
// The user who runs the product copies it.
setModes(folder, { files: 0o644, folders: 0o755 })
