import type { ReactNode } from 'react'

import { buttonStyle } from '#web/ui/button-style.ts'
import { classNames } from '#web/ui/class-names.ts'

export interface IconButtonProps {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small button with an icon. It is a plain element because a page of charts has many of them. */
export function IconButton({ label, isDisabled = false, onClick, children }: IconButtonProps) {
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
