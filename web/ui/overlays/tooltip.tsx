import { type ReactNode, type RefObject, useState } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'

/** Shows `text` when the control in it is hovered or focused. The control needs its own accessible name. */
export function Tooltip(props: {
  text: string
  /** Where the control shows the text itself, in one line: the tooltip comes only where that is cut off. */
  cutRef?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const { text, cutRef, children } = props
  const [isOpen, setOpen] = useState(false)
  function change(isNowOpen: boolean): void {
    const shown = cutRef?.current ?? null
    setOpen(isNowOpen && (shown === null || shown.scrollWidth > shown.clientWidth))
  }
  return (
    <TooltipTrigger delay={500} closeDelay={100} isOpen={isOpen} onOpenChange={change}>
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
