/* `npm run build:stale`: builds the product if its sources are newer than the build. */
import { buildWhereStale } from './build-product.js'

buildWhereStale()
