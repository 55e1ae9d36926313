/* Build step. A first start copies the folder, since making one takes seconds. */
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

import { createEmbeddedDatabase } from './embedded-database.ts'
import { openEmbeddedEngine } from './engine.ts'
import { setModes } from './folder-tree.ts'

// The engine ends before optimised code would pay off.
setFlagsFromString('--liftoff-only')

const folder = fileURLToPath(new URL('./empty-database', import.meta.url))
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
const engine = await openEmbeddedEngine({ dataDir: folder })
// The templates are unused, and two thirds of the files. A database marked as template cannot be dropped.
await engine.script('UPDATE pg_database SET datistemplate = false')
for (const template of ['template0', 'template1']) await engine.script(`DROP DATABASE ${template}`)
const database = await createEmbeddedDatabase(engine)
// The copy needs no recovery.
await database.close()
// Readable for the user who runs the product and copies it.
setModes(folder, { files: 0o644, folders: 0o755 })
