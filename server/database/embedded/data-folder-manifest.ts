import { createHash } from 'node:crypto'
import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Size and SHA-256 of every file of a data folder, by path, as they were when its database was closed. */
type Manifest = Record<string, { bytes: number; sha256: string | null }>

export const MANIFEST_FILE = 'energy-metrics.files'

/** Hashing more would hold up the start; of what is beyond, the smaller files first, the size alone is kept. */
const MAX_HASHED_BYTES = 512 * 1024 * 1024

async function describeFiles(folder: string): Promise<Manifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('energy-metrics.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(path)).size })))
  const manifest: Manifest = {}
  let hashedBytes = 0
  for (const { path, bytes } of sizes.toSorted((a, b) => a.bytes - b.bytes)) {
    hashedBytes += bytes
    const isHashed = hashedBytes <= MAX_HASHED_BYTES
    const sha256 = isHashed
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('base64')
      : null
    manifest[path.slice(folder.length + 1).replaceAll('\\', '/')] = { bytes, sha256 }
  }
  return manifest
}

/** Notes the state of a folder whose database was closed in order. */
export async function writeManifest(folder: string): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(await describeFiles(folder)))
}

/** From now on the folder changes. */
export async function dropManifest(folder: string): Promise<void> {
  await unlink(join(folder, MANIFEST_FILE)).catch(() => null)
}

/** The first file that is not as it was left; null where all are, or where the database was not closed in order. */
export async function findChangedFile(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null)
  if (text === null) return null
  let left: Manifest
  try {
    left = JSON.parse(text)
  } catch {
    return MANIFEST_FILE
  }
  const found = await describeFiles(folder)
  const changed = Object.entries(left).find(
    ([path, { bytes, sha256 }]) => found[path]?.bytes !== bytes || found[path]?.sha256 !== sha256,
  )
  return changed?.[0] ?? null
}
