const port = Number(process.env['E2E_PORT'] ?? 3210)
const tilePort = port + 2000

/** The server of the product. */
export const SERVER_PORT = port
/** Where a test of alerts listens. */
export const RECEIVER_PORT = port + 1000
export const TILE_PORT = tilePort
export const TILES = `http://127.0.0.1:${tilePort}`

/** The settings of a server whose map tiles come from the tests. */
export const TILE_SETTINGS = {
  TILE_URL_LIGHT: `${TILES}/light_nolabels/{z}/{x}/{y}{r}.png`,
  TILE_URL_DARK: `${TILES}/dark_nolabels/{z}/{x}/{y}{r}.png`,
}
