import { type ReactNode, useEffect, useRef } from 'react'

import { buttonStyle } from './button-style.ts'
import { classNames } from './class-names.ts'

/**
 * The main button of a form, disabled while it is busy. A plain element: React Aria's pending button announces itself at the
 * beginning and at the end, but the result is announced already.
 */
export function BusyButton(props: {
  isBusy: boolean
  onPress: () => void
  className?: string
  children: ReactNode
}) {
  const { isBusy, onPress, className, children } = props
  const ref = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (isBusy) return
    // A disabled button loses the focus. It comes back unless the user has put it elsewhere.
    if (hadFocus.current && document.activeElement === document.body) ref.current?.focus()
    hadFocus.current = false
  }, [isBusy])
  return (
    <button
      ref={ref}
      type="button"
      disabled={isBusy}
      className={classNames(
        buttonStyle('primary', 'large'),
        'disabled:cursor-default disabled:opacity-75',
        className,
      )}
      onClick={() => {
        hadFocus.current = document.activeElement === ref.current
        onPress()
      }}
    >
      {children}
    </button>
  )
}
