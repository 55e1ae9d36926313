import { startTransition, useContext, useState } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import { createPortal } from 'react-dom'

import { classNames, POPOVER_STYLE } from './class-names.ts'

/** The button reacts at once; a slow processor may render the list later. */
export function useListOpen() {
  const [isOpen, setOpen] = useState(false)
  const onOpenChange = (isNext: boolean) => (isNext ? startTransition(() => setOpen(true)) : setOpen(false))
  return { isOpen, onOpenChange }
}

/**
 * React Aria's modal popover makes the page inert and blocks scrolling, which recomputes the styles of the whole page: a quarter of the
 * time to paint a list. Its submenu popover does neither, keeps the focus and closes at a press outside; the element below prevents that
 * press from doing anything else.
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
            // Keeps the focus, so that it can return to the button.
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
