/* What the tests of processes start is the built product: it is built once before them, where its sources are newer. */
export { buildWhereStale as setup } from './build-product.js'
