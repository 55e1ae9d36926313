import { Browser, type Coords, type Map as LeafletMap, tileLayer, type TileErrorEvent, Util } from 'leaflet'

/** Requests of one tile from the last host. */
const TRIES_PER_TILE = 3
const RETRY_DELAY_MS = 2000
/** Consecutive failures of the last host that remove the tile layer. */
const FAILURES_TO_GIVE_UP = 6
const TILE_SIZE_PX = 256

/** `url` contains `{z}`, `{x}`, `{y}`, optionally `{r}` (`@2x`) and `{s}`, replaced by each of `hosts`. */
export interface TileSource {
  url: string
  hosts: readonly string[]
}

/** Shows tiles once a first one has loaded, skipping hosts that fail. Returns the function that removes them. */
export function showTiles(map: LeafletMap, source: TileSource, onReachable: (isReachable: boolean) => void) {
  /** Hosts in use, shared with the layer. */
  const hosts = source.url.includes('{s}') ? [...source.hosts] : ['']
  const layer = tileLayer(source.url, { subdomains: hosts })
  const tries = new WeakMap<HTMLElement, number>()
  let failuresInARow = 0
  let isEnded = false

  function later(action: () => void): void {
    setTimeout(() => {
      if (!isEnded) action()
    }, RETRY_DELAY_MS)
  }

  const urlOf = (coords: Coords, s: string) =>
    Util.template(source.url, { ...coords, s, r: Browser.retina ? '@2x' : '' })

  /** Drops the host of a failed tile. Returns whether another host is left. */
  function hasOtherHost(src: string, coords: Coords): boolean {
    const failed = hosts.findIndex((host) => new URL(urlOf(coords, host)).href === src)
    if (failed !== -1 && hosts.length === 1) return false
    if (failed !== -1) hosts.splice(failed, 1)
    return true
  }

  function retry({ tile, coords }: TileErrorEvent): void {
    if (!(tile instanceof HTMLImageElement)) return
    if (hasOtherHost(tile.src, coords)) {
      tile.src = layer.getTileUrl(coords)
      return
    }
    failuresInARow += 1
    if (failuresInARow >= FAILURES_TO_GIVE_UP) {
      layer.remove()
      onReachable(false)
      return
    }
    const tried = (tries.get(tile) ?? 0) + 1
    tries.set(tile, tried)
    if (tried >= TRIES_PER_TILE) return
    const { src } = tile
    later(() => {
      if (tile.isConnected) tile.src = src
    })
  }

  function probe(triesLeft: number): void {
    const coords = middleTile(map)
    const image = new Image()
    image.addEventListener('load', () => {
      if (isEnded) return
      layer.addTo(map)
      onReachable(true)
    })
    image.addEventListener('error', () => {
      if (isEnded) return
      if (hasOtherHost(image.src, coords)) probe(triesLeft)
      else if (triesLeft > 1) later(() => probe(triesLeft - 1))
      else onReachable(false)
    })
    image.src = urlOf(coords, hosts[(coords.x + coords.y) % hosts.length] ?? '')
  }

  layer.on('tileerror', retry)
  layer.on('tileload', () => {
    failuresInARow = 0
  })
  probe(TRIES_PER_TILE)

  return () => {
    isEnded = true
    layer.remove()
  }
}

function middleTile(map: LeafletMap): Coords {
  const z = Math.round(map.getZoom())
  return Object.assign(map.project(map.getCenter(), z).divideBy(TILE_SIZE_PX).floor(), { z })
}
