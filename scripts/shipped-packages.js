import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What the product is built from. Tests and what only they use are not. */
const SOURCES = ['contract', 'server', 'web']
const NOT_SHIPPED = /\.test\.tsx?$|^testing\/|\/testing\//
/** Packages whose content ends up in the pages without an import of a script: the base style sheet. */
const BUILT_IN = ['tailwindcss']
/** An import of a package, not of a file of ours and not of a type alone. */
const IMPORT =
  /(?:^import (?!type )(?:[^'"]*? from )?|^\} from |^@import |\bimport\()['"]((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^'"]*)?['"]/gm

/** Names of the packages that the sources of the product import. */
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
 * The packages of the lock file that the product runs or contains, by their folder: those that its sources import, and what these
 * need in turn. The build contains most of them, so what npm installs for the product is no measure.
 * @returns {Map<string, { version: string, license?: string, os?: string[] }>}
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  /** The folder of a package as Node.js finds it from another one; undefined where it is not installed. */
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
