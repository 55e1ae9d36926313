/* Writes the data folder of an empty database beside the built server. A first start copies it: the engine takes seconds to make one. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { PGlite } from '@electric-sql/pglite'

const FILE = fileURLToPath(new URL('../build/server/empty-database.tar.gz', import.meta.url))

const engine = await PGlite.create()
const folder = await engine.dumpDataDir('none')
await engine.close()
await writeFile(FILE, await promisify(gzip)(await folder.arrayBuffer()))
