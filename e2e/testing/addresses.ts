export const SERVER_PORT = Number(process.env['E2E_PORT'] ?? 3210)
export const RECEIVER_PORT = SERVER_PORT + 1000
export const TILE_PORT = SERVER_PORT + 2000
export const DRIVER_PORT = SERVER_PORT + 3000
export const TILES = `http://127.0.0.1:${TILE_PORT}`

/** For a server whose map tiles come from the tests. */
export const TILE_SETTINGS = {
  TILE_URL_LIGHT: `${TILES}/light_nolabels/{z}/{x}/{y}{r}.png`,
  TILE_URL_DARK: `${TILES}/dark_nolabels/{z}/{x}/{y}{r}.png`,
}
