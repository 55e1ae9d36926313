import { memo } from 'react'

import { formatMw } from '#web/ui/power-format.ts'

import { SCALE_TONES, toneVariable } from './colour-scale.ts'

/** The colour scale and the mark of hours at or below zero. */
export const GlanceLegend = memo(function GlanceLegend({ endMw }: { endMw: number }) {
  return (
    <div className="tabular flex max-w-full flex-wrap items-start gap-x-6 gap-y-2 text-xs text-ink-muted">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-[3px] w-4 rounded-full bg-ink forced-colors:bg-[CanvasText]" />
        residual load at or below zero
      </span>
      <div className="w-64 max-w-full">
        <div aria-hidden className="flex h-2.5 overflow-hidden rounded-full forced-color-adjust-none">
          {SCALE_TONES.map((tone) => (
            <span key={tone} className="grow" style={{ background: `var(${toneVariable(tone)})` }} />
          ))}
        </div>
        <div className="grid grid-cols-3 pt-0.5">
          <span>{formatMw(-endMw)}</span>
          <span className="text-center">0</span>
          <span className="text-right">{formatMw(endMw)} MW</span>
        </div>
      </div>
    </div>
  )
})
