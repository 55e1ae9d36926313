import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['contract', 'server', 'web']
const NOT_SHIPPED = /\.test\.tsx?$|^testing\/|\/testing\//
/** Packages included without an import in a script: the base style sheet. */
const BUILT_IN = ['tailwindcss']
/** Packages only; neither our files nor types. */
const IMPORT =
  /(?:^import (?!type )(?:[^'"]*? from )?|^\} from |^@import |\bimport\()['"]((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^'"]*)?['"]/gm

function importedNames() {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.(tsx?|css)$/.test(file) && !NOT_SHIPPED.test(file))
      .map((file) => `${root}${folder}/${file}`),
  )
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)])
  return new Set(found.map(([, name]) => name))
}

/**
 * The packages of the lock file that the product runs or contains, by folder: imported ones and their
 * dependencies. Most are bundled, so they are more than npm installs for the product.
 * @returns {Map<string, { version: string, license?: string, os?: string[] }>}
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  /** Resolves like Node.js, from another package's folder; undefined if not installed. */
  const find = (name, from) => {
    for (let folder = from; ; folder = folder.replace(/\/?(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, '')) {
      const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
      if (candidate in packages) return candidate
      if (folder === '') return undefined
    }
  }
  const shipped = new Map()
  function add(name, from) {
    const folder = find(name, from)
    if (folder === undefined || shipped.has(folder)) return
    const found = packages[folder]
    shipped.set(folder, found)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = found
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (!peerDependenciesMeta[needed]?.optional) add(needed, folder)
  }
  for (const name of [...importedNames(), ...BUILT_IN]) add(name, '')
  return shipped
}
