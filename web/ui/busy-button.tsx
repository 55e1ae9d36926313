import type { ReactNode } from 'react'

import { buttonStyle } from './button-style.ts'
import { classNames } from './class-names.ts'

/** The main button of a form. A plain element: React Aria's pending button announces itself, but the result is announced already. */
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
      disabled={isBusy}
      className={classNames(
        buttonStyle('primary', 'large'),
        'disabled:cursor-default disabled:opacity-75',
        className,
      )}
      onClick={() => onPress()}
    >
      {children}
    </button>
  )
}
