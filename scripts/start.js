/* `npm start`: installs and builds what is missing or old, then runs the server in this same process. */
import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'

installPackages()
buildWhereStale()
await import('../build/server/main.js')
