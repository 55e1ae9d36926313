/* `node scripts/run.js NAME …`: runs a command of the product, after a build if its sources are newer. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'

const [name = '', ...words] = process.argv.slice(2)
installPackages()
buildWhereStale()
const command = fileURLToPath(new URL(`../build/server/${name}.js`, import.meta.url))
if (!/^[a-z-]+$/.test(name) || !existsSync(command)) {
  console.error(`There is no command "${name}".`)
  process.exit(1)
}
process.argv = [process.argv[0], command, ...words]
await import(`../build/server/${name}.js`)
