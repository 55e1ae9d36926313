import { Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { useResolvedTheme } from '#web/ui/theme.ts'

import { createMapEngine, type MapEngine, type TileSources } from './map-engine.ts'
import type { MapShape } from './map-shapes.ts'
import type { ShapePaint } from './shape-paint.ts'

/** Painted shapes on tiles, or on a plain sea without them. */
export function ShapeMap(props: {
  label: string
  shapes: readonly MapShape[]
  /** By code; a shape without paint is plain land. */
  paints: ReadonlyMap<string, ShapePaint>
  selectedCode: string | null
  onClick: (code: string) => void
  /** Text for the shape under the mouse. */
  describe: (code: string) => string
  /** Must be stable: a new object requests the tiles again. `null` while unknown. */
  tiles: TileSources | null
  /** On top of the map. */
  children: ReactNode
  /** Below the map, above its credits. */
  foot: ReactNode
}) {
  const { label, shapes, paints, selectedCode, tiles } = props
  const placeRef = useRef<HTMLDivElement>(null)
  const hoverRef = useRef<HTMLDivElement>(null)
  const [hasTiles, setHasTiles] = useState(true)
  const [zoom, setZoom] = useState({ canZoomIn: true, canZoomOut: true })
  const theme = useResolvedTheme()
  const engineRef = useRef<MapEngine | null>(null)
  const listeners = useEffectEvent(() => ({
    onClick: props.onClick,
    onHover(code: string | null) {
      if (hoverRef.current) hoverRef.current.textContent = code === null ? '' : props.describe(code)
    },
    onZoom: setZoom,
    onTiles: setHasTiles,
  }))

  // Layout effects, so that the first frame of the page contains the map.
  useLayoutEffect(() => {
    if (placeRef.current === null) return undefined
    const engine = createMapEngine(placeRef.current, label, () => listeners())
    engineRef.current = engine
    return () => {
      engineRef.current = null
      engine.destroy()
    }
  }, [label])
  useLayoutEffect(() => {
    engineRef.current?.setTheme(theme, tiles)
  }, [engineRef, theme, tiles])
  useLayoutEffect(() => engineRef.current?.setShapes(shapes), [engineRef, shapes])
  useLayoutEffect(() => engineRef.current?.paint(paints), [engineRef, paints])
  useLayoutEffect(() => engineRef.current?.select(selectedCode), [engineRef, selectedCode])

  return (
    <div>
      <div className="group relative isolate">
        <div ref={placeRef} />
        <div
          ref={hoverRef}
          aria-hidden
          className="tabular pointer-events-none absolute top-3 left-3 z-10 rounded-control bg-raised px-2 py-1 text-sm leading-5 text-ink shadow-overlay empty:hidden"
        />
        <ZoomButtons engineRef={engineRef} {...zoom} />
        {props.children}
      </div>
      {props.foot}
      <TileCredit tileUrl={tiles?.[theme].url ?? ''} isReachable={hasTiles} />
    </div>
  )
}

/**
 * Buttons are shown on hover, focus and touch screens, over sea and unlabelled countries. Leaflet's own control writes HTML, which the content security
 * policy forbids.
 */
function ZoomButtons(props: {
  engineRef: RefObject<MapEngine | null>
  canZoomIn: boolean
  canZoomOut: boolean
}) {
  return (
    <div className="absolute bottom-2 left-2 z-10 flex gap-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 print:hidden">
      <Button
        size="icon"
        aria-label="Zoom in"
        isDisabled={!props.canZoomIn}
        onPress={() => props.engineRef.current?.zoomIn()}
      >
        <Plus aria-hidden />
      </Button>
      <Button
        size="icon"
        aria-label="Zoom out"
        isDisabled={!props.canZoomOut}
        onPress={() => props.engineRef.current?.zoomOut()}
      >
        <Minus aria-hidden />
      </Button>
      <Button size="icon" aria-label="Whole map" onPress={() => props.engineRef.current?.resetView()}>
        <Maximize aria-hidden />
      </Button>
    </div>
  )
}

/** The licence of the tiles requires the credits. */
function TileCredit({ tileUrl, isReachable }: { tileUrl: string; isReachable: boolean }) {
  const link = (href: string, name: string) => (
    <a className="underline" href={href} rel="noreferrer" target="_blank">
      {name}
    </a>
  )
  const creditIf = (isShown: boolean) => (isShown ? undefined : 'invisible')
  return (
    // In one grid cell, so that the page does not move once the tiles turn out to be unavailable.
    <p className="grid px-4 py-2 text-xs text-ink-muted *:[grid-area:1/1]">
      <span className={creditIf(isReachable)}>
        Map data © {link('https://www.openstreetmap.org/copyright', 'OpenStreetMap contributors')}
        {tileUrl.includes('cartocdn.com') && <>, tiles © {link('https://carto.com/attributions', 'CARTO')}</>}
        . Shapes: Natural Earth.
      </span>
      <span className={creditIf(!isReachable)}>Map background unavailable. Shapes: Natural Earth.</span>
    </p>
  )
}
