import { startTransition, useContext, useState } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import { createPortal } from 'react-dom'

import { classNames, POPOVER_STYLE } from './class-names.ts'

/** State of an open list. Its button answers a press at once; the list may take a slow processor longer than that. */
export function useListOpen() {
  const [isOpen, setOpen] = useState(false)
  const onOpenChange = (isNext: boolean) => (isNext ? startTransition(() => setOpen(true)) : setOpen(false))
  return { isOpen, onOpenChange }
}

/**
 * Popover of a list or a menu. The library's modal popover makes the page inert and keeps it from scrolling: the styles of the whole
 * page are computed again, a quarter of the time until a list is painted. Its popover of a submenu does neither. That one also keeps the
 * focus and closes by a press beside it; the shield sees to it that the press does nothing else.
 */
export function ListPopover({ className, ...props }: PopoverProps & { className?: string }) {
  const state = useContext(OverlayTriggerStateContext)
  return (
    <>
      {state?.isOpen === true &&
        createPortal(
          <div
            role="presentation"
            className="fixed inset-0 z-50"
            // The focus stays, so that it can return to the button.
            onMouseDown={(event) => event.preventDefault()}
          />,
          document.body,
        )}
      <Popover
        {...props}
        isNonModal
        trigger="SubmenuTrigger"
        offset={4}
        className={classNames(POPOVER_STYLE, className)}
      />
    </>
  )
}
