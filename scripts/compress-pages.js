/* Writes .br and .gz beside each built page file, so that the server never compresses pages while a user waits. */
import './require-node.js'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const FOLDER = fileURLToPath(new URL('../build/web/', import.meta.url))
const EXTENSIONS = new Set(['.css', '.html', '.js', '.json', '.svg'])
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024

async function compressFile(file) {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  await Promise.all([
    promisify(brotliCompress)(content).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}

const files = readdirSync(FOLDER, { recursive: true }).filter((file) => EXTENSIONS.has(extname(file)))
await Promise.all(files.map((file) => compressFile(join(FOLDER, file))))
