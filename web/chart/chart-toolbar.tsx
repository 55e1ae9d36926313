import { Undo2, ZoomIn, ZoomOut } from 'lucide-react'

import { buttonStyle } from '#web/ui/button-style.ts'

import { IconButton } from './icon-button.tsx'

export interface ChartToolbarProps {
  isZoomed: boolean
  onZoomIn: () => void
  onZoomOut: () => void
  onZoomReset: () => void
}

/** Buttons that zoom, for anyone who does not drag. */
export function ChartToolbar({ isZoomed, onZoomIn, onZoomOut, onZoomReset }: ChartToolbarProps) {
  return (
    <div className="absolute top-0 right-0 z-5 flex items-center gap-0.5 print:hidden">
      {isZoomed && (
        <button type="button" className={buttonStyle('secondary', 'small')} onClick={onZoomReset}>
          <Undo2 aria-hidden="true" />
          Reset zoom
        </button>
      )}
      <IconButton label="Zoom in" onClick={onZoomIn}>
        <ZoomIn aria-hidden="true" />
      </IconButton>
      <IconButton label="Zoom out" onClick={onZoomOut} isDisabled={!isZoomed}>
        <ZoomOut aria-hidden="true" />
      </IconButton>
    </div>
  )
}
