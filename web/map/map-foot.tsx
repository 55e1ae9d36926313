import { Maximize, Minus, Plus } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'

import type { ZoomState } from './create-map.ts'

export interface ZoomButtonsProps extends ZoomState {
  onZoomIn: () => void
  onZoomOut: () => void
  onReset: () => void
}

/** Our own buttons, because Leaflet's control writes HTML, which the content security policy forbids. */
export function ZoomButtons(props: ZoomButtonsProps) {
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
export function TileCredit({ tileUrl, isReachable }: { tileUrl: string; isReachable: boolean }) {
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
