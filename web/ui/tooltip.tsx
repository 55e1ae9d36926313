import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'

/** The control needs its own accessible name. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip
        offset={6}
        className="max-w-64 rounded-control wrap-anywhere bg-ink px-2 py-1 text-xs text-surface shadow-overlay"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
