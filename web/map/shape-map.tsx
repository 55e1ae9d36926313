import { Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { useResolvedTheme } from '#web/ui/theme/theme.ts'

import {
  createMapEngine,
  type MapEngine,
  type MapListeners,
  type TileSources,
  type ZoomState,
} from './map-engine.ts'
import type { MapShape } from './map-shapes.ts'
import type { ShapePaint } from './shape-paint.ts'

/** Painted shapes on map tiles, or on a plain sea if no tiles can be loaded. */
export function ShapeMap(props: {
  /** The accessible name. */
  label: string
  shapes: readonly MapShape[]
  /** By code; a shape without paint is plain land. */
  paints: ReadonlyMap<string, ShapePaint>
  selectedCode: string | null
  onClick: (code: string) => void
  /** The text shown for the shape under the mouse. */
  describe: (code: string) => string
  /** Must be stable: a new object requests the tiles again. Null while they are not known. */
  tiles: TileSources | null
  /** Shown on top of the map. */
  children: ReactNode
  /** Shown directly below the map, above its own buttons. */
  foot: ReactNode
}) {
  const { shapes, paints, selectedCode, tiles } = props
  const placeRef = useRef<HTMLDivElement>(null)
  const hoverRef = useRef<HTMLDivElement>(null)
  const [hasTiles, setHasTiles] = useState(true)
  const [zoom, setZoom] = useState({ canZoomIn: true, canZoomOut: true })
  const theme = useResolvedTheme()
  const engineRef = useEngine(placeRef, props.label, {
    onClick: props.onClick,
    onHover(code) {
      if (hoverRef.current) hoverRef.current.textContent = code === null ? '' : props.describe(code)
    },
    onZoom: setZoom,
    onTiles: setHasTiles,
  })

  // Layout effects, so that the first frame of the page has the map in it.
  useLayoutEffect(() => {
    engineRef.current?.setTheme(theme, tiles)
  }, [engineRef, theme, tiles])
  useLayoutEffect(() => engineRef.current?.setShapes(shapes), [engineRef, shapes])
  useLayoutEffect(() => engineRef.current?.paint(paints), [engineRef, paints])
  useLayoutEffect(() => engineRef.current?.select(selectedCode), [engineRef, selectedCode])

  // Memoized: rendering three buttons at every hour step costs several times what the map does.
  const zoomButtons = useMemo(
    () => (
      <ZoomButtons
        {...zoom}
        onZoomIn={() => engineRef.current?.zoomIn()}
        onZoomOut={() => engineRef.current?.zoomOut()}
        onReset={() => engineRef.current?.resetView()}
      />
    ),
    [engineRef, zoom],
  )

  return (
    <div>
      <div className="relative isolate">
        <div ref={placeRef} translate="no" />
        <div ref={hoverRef} aria-hidden translate="no" className="map-hover" />
        {props.children}
      </div>
      {props.foot}
      {/* Below the map, where the buttons cover no label. */}
      <div className="flex items-center justify-between gap-3 py-1 pr-1.5 pl-4">
        <TileCredit tileUrl={tiles?.[theme].url ?? ''} isReachable={hasTiles} />
        {zoomButtons}
      </div>
    </div>
  )
}

/** Creates one engine for the component's lifetime; its events go to the listeners of the last render. */
function useEngine(
  placeRef: RefObject<HTMLDivElement | null>,
  label: string,
  listeners: MapListeners,
): RefObject<MapEngine | null> {
  const engineRef = useRef<MapEngine | null>(null)
  const listenersRef = useRef(listeners)
  useLayoutEffect(() => {
    listenersRef.current = listeners
  })
  // A layout effect, so that the engine exists when the effects that use it run.
  useLayoutEffect(() => {
    if (placeRef.current === null) return undefined
    const engine = createMapEngine(placeRef.current, label, {
      onClick: (code) => listenersRef.current.onClick(code),
      onHover: (code) => listenersRef.current.onHover(code),
      onZoom: (state) => listenersRef.current.onZoom(state),
      onTiles: (isReachable) => listenersRef.current.onTiles(isReachable),
    })
    engineRef.current = engine
    return () => {
      engineRef.current = null
      engine.destroy()
    }
  }, [placeRef, label])
  return engineRef
}

/** Our own buttons, because Leaflet's control writes HTML, which the content security policy forbids. */
function ZoomButtons(
  props: ZoomState & { onZoomIn: () => void; onZoomOut: () => void; onReset: () => void },
) {
  return (
    <div className="flex shrink-0 gap-1 print:hidden">
      <Button size="icon" aria-label="Zoom in" isDisabled={!props.canZoomIn} onPress={props.onZoomIn}>
        <Plus aria-hidden />
      </Button>
      <Button size="icon" aria-label="Zoom out" isDisabled={!props.canZoomOut} onPress={props.onZoomOut}>
        <Minus aria-hidden />
      </Button>
      <Button size="icon" aria-label="Whole map" onPress={props.onReset}>
        <Maximize aria-hidden />
      </Button>
    </div>
  )
}

/** Credits the map tiles, as their licence requires, or says that they are unavailable. */
function TileCredit({ tileUrl, isReachable }: { tileUrl: string; isReachable: boolean }) {
  return (
    <p className="text-xs text-ink-muted">
      {isReachable ? <Credit tileUrl={tileUrl} /> : 'Map background unavailable.'} Shapes: Natural Earth.
    </p>
  )
}

function Credit({ tileUrl }: { tileUrl: string }) {
  return (
    <>
      Map data ©{' '}
      <a
        className="underline"
        href="https://www.openstreetmap.org/copyright"
        rel="noreferrer"
        target="_blank"
      >
        OpenStreetMap contributors
      </a>
      {tileUrl.includes('cartocdn.com') && (
        <>
          {', '}tiles ©{' '}
          <a className="underline" href="https://carto.com/attributions" rel="noreferrer" target="_blank">
            CARTO
          </a>
        </>
      )}
      .
    </>
  )
}
