import { Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { classNames } from '#web/ui/class-names.ts'

export interface ChartToolbarProps {
  isZoomed: boolean
  onZoomIn: () => void
  onZoomOut: () => void
  onZoomReset: () => void
}

/** Zoom without dragging. */
export function ChartToolbar({ isZoomed, onZoomIn, onZoomOut, onZoomReset }: ChartToolbarProps) {
  return (
    <div className="absolute top-0 right-0 z-5 flex items-center gap-0.5">
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

interface IconButtonProps {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

function IconButton({ label, isDisabled = false, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className={classNames(buttonStyle('quiet', 'small'), 'w-7 px-0')}
    >
      {children}
    </button>
  )
}
