import type { ReactNode } from 'react'

import { buttonStyle } from './button-style.ts'
import { classNames } from './class-names.ts'

/**
 * The main button of a form. While it is busy it is disabled but keeps the focus. A plain element: React Aria's pending button
 * announces itself at the beginning and at the end, but the result is announced already.
 */
export function BusyButton(props: {
  isBusy: boolean
  onPress: () => void
  className?: string
  children: ReactNode
}) {
  const { isBusy, onPress, className, children } = props
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      className={classNames(
        buttonStyle('primary', 'large'),
        'aria-disabled:cursor-default aria-disabled:opacity-75',
        className,
      )}
      onClick={() => {
        if (!isBusy) onPress()
      }}
    >
      {children}
    </button>
  )
}
