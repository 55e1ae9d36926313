/*
 * `npm run lock`: adds packages of other systems that the registry lacked when package-lock.json was written;
 * `npm ci` refuses a lock without them. They have no checksum, because their content is unknown here.
 */
import './require-node.js'
import { readFileSync, writeFileSync } from 'node:fs'

const OPERATING_SYSTEMS = new Set(['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'])
const PROCESSORS = new Set(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'])
const LIBRARIES = [
  ['gnu', 'glibc'],
  ['musl', 'musl'],
]

/**
 * The system in a package's name such as `binding-linux-arm-gnueabihf`, in the form of a lock file.
 * @param {string} name
 */
export function systemOf(name) {
  const words = (name.split('/').at(-1) ?? '').split('-')
  const os = words.find((word) => OPERATING_SYSTEMS.has(word))
  const cpu = words.find((word) => PROCESSORS.has(word))
  const library = LIBRARIES.find(([start]) => words.some((word) => word.startsWith(start)))?.[1]
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && library && { libc: [library] }),
    ...(os && { os: [os] }),
  }
}

/**
 * Optional packages that the lock requires and lacks, with place and entry.
 * @param {Record<string, { dev?: boolean, optionalDependencies?: Record<string, string> }>} packages
 */
export function missingOptionalPackages(packages) {
  const missing = new Map()
  for (const { dev, optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const place = `node_modules/${name}`
      const isHeld = Object.keys(packages).some((path) => path === place || path.endsWith(`/${place}`))
      if (!isHeld) missing.set(place, { version, ...systemOf(name), ...(dev && { dev }), optional: true })
    }
  }
  return missing
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = missingOptionalPackages(lock.packages)
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${missing.size} packages of other systems.`)
}
