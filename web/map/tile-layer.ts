import { Browser, type Map as LeafletMap, tileLayer, type TileErrorEvent, Util } from 'leaflet'

/** How often one tile is requested before it is given up. */
const TRIES_PER_TILE = 3
const RETRY_DELAY_MS = 2000
/** After this many failures in a row the tile layer is removed: the host is down. */
const FAILURES_TO_GIVE_UP = 6
const SUBDOMAINS = 'abcd'
const TILE_SIZE_PX = 256

/**
 * Shows tiles under the shapes once a first tile has loaded. If the host cannot be reached, only that tile was requested and the map
 * stays as it is. Returns a function that removes the tiles.
 */
export function showTiles(
  map: LeafletMap,
  urlTemplate: string,
  onReachable: (isReachable: boolean) => void,
): () => void {
  const layer = tileLayer(urlTemplate, { subdomains: SUBDOMAINS })
  const tries = new WeakMap<HTMLElement, number>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let failuresInARow = 0
  let isEnded = false

  function later(action: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, RETRY_DELAY_MS)
    timers.add(timer)
  }

  function giveUp(): void {
    layer.remove()
    onReachable(false)
  }

  function retry({ tile }: TileErrorEvent): void {
    failuresInARow += 1
    if (failuresInARow >= FAILURES_TO_GIVE_UP) {
      giveUp()
      return
    }
    const tried = (tries.get(tile) ?? 0) + 1
    tries.set(tile, tried)
    if (tried >= TRIES_PER_TILE || !(tile instanceof HTMLImageElement)) return
    const { src } = tile
    later(() => {
      if (tile.isConnected) tile.src = src
    })
  }

  function probe(triesLeft: number): void {
    const image = new Image()
    image.addEventListener('load', () => {
      if (isEnded) return
      layer.addTo(map)
      onReachable(true)
    })
    image.addEventListener('error', () => {
      if (isEnded) return
      if (triesLeft > 1) later(() => probe(triesLeft - 1))
      else onReachable(false)
    })
    image.src = middleTile(map, urlTemplate)
  }

  layer.on('tileerror', retry)
  layer.on('tileload', () => {
    failuresInARow = 0
  })
  probe(TRIES_PER_TILE)

  return () => {
    isEnded = true
    for (const timer of timers) clearTimeout(timer)
    layer.remove()
  }
}

/** The URL of the tile in the middle of the view. */
function middleTile(map: LeafletMap, urlTemplate: string): string {
  const z = Math.round(map.getZoom())
  const { x, y } = map.project(map.getCenter(), z).divideBy(TILE_SIZE_PX).floor()
  const s = SUBDOMAINS[(x + y) % SUBDOMAINS.length]
  return Util.template(urlTemplate, { z, x, y, s, r: Browser.retina ? '@2x' : '' })
}
