import type { ReactNode } from 'react'

import { buttonStyle, PRESSED_STYLE } from '#web/ui/button-style.ts'
import { classNames } from '#web/ui/class-names.ts'

export interface IconButtonProps {
  label: string
  isDisabled?: boolean
  /** For a button that is on or off. */
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small button with an icon. It is a plain element because a page of charts has many of them. */
export function IconButton({ label, isDisabled = false, isPressed, onClick, children }: IconButtonProps) {
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
