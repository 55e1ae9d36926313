/* Process tests start the built product. This builds it once before them if its sources have changed. */
export { buildWhereStale as setup } from './build-product.js'
