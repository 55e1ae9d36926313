import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { z } from 'zod'

import { flushFolder, writeFlushedFile } from '#server/database/flush-to-disk.ts'

/** Size and SHA-256 of every file of a data folder, by path, as they were when its database was closed. */
const ManifestSchema = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string().nullable() }))
type Manifest = z.infer<typeof ManifestSchema>

const MANIFEST_FILE = 'energy-metrics.files'

/**
 * Hashing more would hold up the start and the stop. Smaller files come first; of the rest only the size is kept, and the
 * engine's page checksums find a wrong bit when the page is read.
 */
const MAX_HASHED_BYTES = 512 * 1024 * 1024

/** As much is hashed in one turn of the event loop. */
const TURN_BYTES = 16 * 1024 * 1024

/** Reads without promises: one for each of hundreds of files would take six times as long. */
async function describeFiles(folder: string): Promise<Manifest> {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('energy-metrics.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: statSync(path).size }))
  const manifest: Manifest = {}
  let [hashedBytes, bytesInTurn] = [0, 0]
  for (const { path, bytes } of sizes.toSorted((a, b) => a.bytes - b.bytes)) {
    hashedBytes += bytes
    const isHashed = hashedBytes <= MAX_HASHED_BYTES
    const sha256 = isHashed ? createHash('sha256').update(readFileSync(path)).digest('base64') : null
    manifest[path.slice(folder.length + 1).replaceAll('\\', '/')] = { bytes, sha256 }
    bytesInTurn += isHashed ? bytes : 0
    if (bytesInTurn > TURN_BYTES) {
      await nextTurn()
      bytesInTurn = 0
    }
  }
  return manifest
}

/** Notes the state of a folder whose database was closed in order. The list is written completely or not at all. */
export async function writeManifest(folder: string): Promise<void> {
  const file = join(folder, MANIFEST_FILE)
  await writeFlushedFile(`${file}.new`, JSON.stringify(await describeFiles(folder)))
  await rename(`${file}.new`, file)
  await flushFolder(folder)
}

/** Must be called before the folder changes: a list that outlives a power cut would make the changed files look damaged. */
export async function dropManifest(folder: string): Promise<void> {
  await unlink(join(folder, MANIFEST_FILE)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
  await flushFolder(folder)
}

/** The list of the files; null if it is missing or cannot be read, which means that the database was not closed in order. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return ManifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')))
  } catch {
    return null
  }
}

/** The first file that differs from the list, or null. */
export async function findChangedFile(folder: string, manifest: Manifest): Promise<string | null> {
  const found = await describeFiles(folder)
  const changed = Object.entries(manifest).find(
    ([path, { bytes, sha256 }]) => found[path]?.bytes !== bytes || found[path]?.sha256 !== sha256,
  )
  return changed?.[0] ?? null
}
