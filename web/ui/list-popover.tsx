import { useContext } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'

import { classNames } from './class-names.ts'
import { POPOVER_STYLE } from './control-style.ts'

/**
 * What a list or a menu opens in. A press beside it only closes it, as with the library's modal popover. That one also makes the page
 * inert and keeps it from scrolling: the styles of the whole page are computed again, a quarter of the time until a list is painted.
 */
export function ListPopover({ className, ...props }: PopoverProps & { className?: string }) {
  const state = useContext(OverlayTriggerStateContext)
  return (
    <>
      {state?.isOpen === true && (
        <div
          role="presentation"
          className="fixed inset-0 z-50"
          // The focus stays, so that it can return to the button.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => state.close()}
        />
      )}
      <Popover
        {...props}
        isNonModal
        offset={4}
        className={classNames(POPOVER_STYLE, className)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library says where it stands, a dialog tag says otherwise
        render={(given) => <div {...given} role="dialog" />}
      />
    </>
  )
}
