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
