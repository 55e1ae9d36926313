import { Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'

import { buttonStyle, PRESSED_STYLE } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A plain element, because a page of charts has many. */
export function ChartButton(props: {
  label: string
  isDisabled?: boolean
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}) {
  const { label, isDisabled = false, isPressed, onClick, children } = props
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
      className={classNames(buttonStyle('quiet', 'small'), PRESSED_STYLE, 'w-7 px-0')}
    >
      {children}
    </button>
  )
}

/** Neighbours reserve its width in `--beside-toolbar`. */
export function ChartToolbar(props: {
  /** `Daily mean and range`; `null` if there are fewer values than pixels. */
  means: string | null
  hasMeans: boolean
  onMeansChange: (hasMeans: boolean) => void
  isZoomed: boolean
  onZoomIn: () => void
  onZoomOut: () => void
  onZoomReset: () => void
}) {
  const { means, hasMeans, onMeansChange, isZoomed, onZoomIn, onZoomOut, onZoomReset } = props
  return (
    <div className="pointer-events-none absolute top-0 right-(--beside-toolbar,0px) left-0 z-5 @container print:hidden">
      <div className="pointer-events-auto ml-auto flex w-fit items-center gap-0.5">
        {means !== null && (
          <button
            type="button"
            aria-pressed={hasMeans}
            className={classNames(buttonStyle('quiet', 'small'), PRESSED_STYLE)}
            onClick={() => onMeansChange(!hasMeans)}
          >
            {means}
          </button>
        )}
        {isZoomed && (
          <>
            <button type="button" className={buttonStyle('secondary', 'small')} onClick={onZoomReset}>
              <Undo2 aria-hidden="true" />
              <span className="@max-sm:sr-only">Reset zoom</span>
            </button>
            <ChartButton label="Zoom out" onClick={onZoomOut}>
              <ZoomOut aria-hidden="true" />
            </ChartButton>
          </>
        )}
        <span
          className={classNames(
            !isZoomed &&
              'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          <ChartButton label="Zoom in" onClick={onZoomIn}>
            <ZoomIn aria-hidden="true" />
          </ChartButton>
        </span>
      </div>
    </div>
  )
}
