/* `npm run build:stale`: builds the product only if its sources are newer than the build. */
import { buildWhereStale } from './build-product.js'

buildWhereStale()
