import type { ZoomState } from './create-map.ts'
import { createMapEngine, type MapEngine, type MapListeners } from './map-engine.ts'

import './map.css'

const HEIGHT_PX = 500

interface OpenMap {
  host: HTMLElement
  engine: MapEngine
  /** Replaced when the page takes the map over. */
  listeners: MapListeners
}

/** The map that is on the screen before the page, until the page takes it over. */
let early: OpenMap | null = null
let earlyZoom: ZoomState | null = null

/** Shows a map in `place` before there is a page. The next `openMap` takes it over. */
export function openEarlyMap(place: HTMLElement, label: string): MapEngine {
  early = createMapIn(place, label, {
    onClick: () => undefined,
    onHover: () => undefined,
    onZoom: (state) => (earlyZoom = state),
    onTiles: () => undefined,
  })
  return early.engine
}

/** A map in `place`: the one that is on the screen already, as it is, or a new one. */
export function openMap(place: HTMLElement, label: string, listeners: MapListeners): MapEngine {
  if (early === null) return createMapIn(place, label, listeners).engine
  const { host, engine } = early
  Object.assign(early.listeners, listeners)
  early = null
  place.append(host)
  if (earlyZoom !== null) listeners.onZoom(earlyZoom)
  return engine
}

function createMapIn(place: HTMLElement, label: string, listeners: MapListeners): OpenMap {
  const host = document.createElement('div')
  host.className = 'shape-map'
  host.style.height = `${HEIGHT_PX}px`
  host.setAttribute('role', 'application')
  host.setAttribute('aria-label', label)
  place.append(host)
  return { host, engine: createMapEngine(host, listeners), listeners }
}
