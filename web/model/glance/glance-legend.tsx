import { memo } from 'react'

import { formatMw } from '#web/ui/power-format.ts'

import { SCALE_TONES, toneVariable } from './colour-scale.ts'

/** The colour scale and the marks. Without an end in MW each row has a scale of its own. */
export const GlanceLegend = memo(function GlanceLegend({ endMw }: { endMw: number | null }) {
  return (
    <div className="tabular flex max-w-full flex-wrap items-start gap-x-6 gap-y-2 text-xs text-ink-muted">
      <span className="glance-gigawatts">figures in GW</span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-[5px] rounded-full bg-ink forced-colors:bg-[CanvasText]" />
        lowest residual load
      </span>
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
          <span>{endMw === null ? 'below 0' : formatMw(-endMw)}</span>
          <span className="text-center">{endMw === null ? 'by row' : 0}</span>
          <span className="text-right">{endMw === null ? 'above 0' : `${formatMw(endMw)} MW`}</span>
        </div>
      </div>
    </div>
  )
})
