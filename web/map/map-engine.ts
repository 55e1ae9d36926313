import type { ResolvedTheme } from '#web/ui/theme/theme.ts'

import { createMap, limitZoom, resetView, type ZoomState, zoomState } from './create-map.ts'
import type { MapShape } from './map-shapes.ts'
import { createShapeLayer, type ShapeLayer } from './shape-layer.ts'
import { readColours, type ShapePaint } from './shape-paint.ts'
import { showTiles } from './tile-layer.ts'

import './map.css'

/** Tile URL templates with `{z}`, `{x}`, `{y}`, and optionally `{s}` (a–d) and `{r}` (`@2x`). */
export type TileUrls = Readonly<Record<ResolvedTheme, string>>

export interface MapListeners {
  onClick: (code: string) => void
  onHover: (code: string | null) => void
  onZoom: (state: ZoomState) => void
  onTiles: (isReachable: boolean) => void
}

/** The map engine, reduced to the operations that the page needs. */
export interface MapEngine {
  setShapes: (shapes: readonly MapShape[]) => void
  paint: (paints: ReadonlyMap<string, ShapePaint>) => void
  /** Outlines one shape and pans the map if its label is out of view. */
  select: (code: string | null) => void
  /** Reads the colours from the page, which must already be in that theme, and shows the theme's tiles. */
  setTheme: (theme: ResolvedTheme, tileUrls: TileUrls | null) => void
  zoomIn: () => void
  zoomOut: () => void
  resetView: () => void
  destroy: () => void
}

const HEIGHT_PX = 500
/** Pixels kept free around a label that is panned into view. */
const REVEAL_PADDING_PX = 48

/** A map that is appended to `place`. `label` is its accessible name. */
export function createMapEngine(place: HTMLElement, label: string, listeners: MapListeners): MapEngine {
  const host = document.createElement('div')
  host.className = 'shape-map'
  host.style.height = `${HEIGHT_PX}px`
  host.setAttribute('role', 'application')
  host.setAttribute('aria-label', label)
  place.append(host)
  const map = createMap(host)
  let shapes: readonly MapShape[] = []
  let paints: ReadonlyMap<string, ShapePaint> = new Map()
  let selectedCode: string | null = null
  let layer: ShapeLayer | null = null
  let removeTiles: () => void = () => undefined

  map.on('zoomend', () => listeners.onZoom(zoomState(map)))
  const fit = () => {
    map.invalidateSize({ animate: false })
    limitZoom(map)
    listeners.onZoom(zoomState(map))
  }
  const observer = new ResizeObserver(fit)
  observer.observe(host)
  // Paper does not wait for the observer.
  addEventListener('beforeprint', fit)

  function reveal(code: string): void {
    const shape = shapes.find((candidate) => candidate.code === code)
    if (shape === undefined) return
    const [longitude, latitude] = shape.label
    map.panInside([latitude, longitude], { padding: [REVEAL_PADDING_PX, REVEAL_PADDING_PX] })
  }

  return {
    setShapes(newShapes) {
      if (newShapes === shapes) return
      layer?.remove()
      shapes = newShapes
      layer = createShapeLayer(map, shapes, readColours(host), listeners)
      layer.paint(paints)
      layer.select(selectedCode)
    },
    paint(newPaints) {
      paints = newPaints
      layer?.paint(paints)
    },
    select(code) {
      selectedCode = code
      layer?.select(code)
      if (code !== null) reveal(code)
    },
    setTheme(theme, tileUrls) {
      layer?.setColours(readColours(host))
      removeTiles()
      if (tileUrls !== null) removeTiles = showTiles(map, tileUrls[theme], listeners.onTiles)
    },
    zoomIn: () => map.zoomIn(),
    zoomOut: () => map.zoomOut(),
    resetView() {
      const painted = shapes.filter(({ code }) => paints.has(code))
      resetView(
        map,
        painted.map(({ label: [longitude, latitude] }) => [latitude, longitude]),
      )
    },
    destroy() {
      observer.disconnect()
      removeEventListener('beforeprint', fit)
      removeTiles()
      map.remove()
      host.remove()
    },
  }
}
