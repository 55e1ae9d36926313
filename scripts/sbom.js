/* `npm run --silent sbom`: prints the packages that the product runs or contains as CycloneDX. */
import './require-node.js'
import { fileURLToPath } from 'node:url'

import { runNpm } from './npm.js'
import { shippedPackages } from './shipped-packages.js'

const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const { status, stdout } = runNpm(words, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
})
if (status !== 0) process.exit(status ?? 1)

const document = JSON.parse(stdout)
const shipped = new Set(
  [...shippedPackages()].map(
    ([folder, { version }]) => `${folder.replace(/^.*node_modules\//, '')}@${version}`,
  ),
)
/** npm regards bundled packages as development tools. */
const asShipped = ({ properties: _development, ...component }) => ({ ...component, scope: 'required' })
const root = document.metadata.component['bom-ref']
console.log(
  JSON.stringify(
    {
      ...document,
      components: document.components
        .filter(({ name, version }) => shipped.has(`${name}@${version}`))
        .map(asShipped),
      dependencies: document.dependencies
        .filter(({ ref }) => ref === root || shipped.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) })),
    },
    null,
    2,
  ),
)
