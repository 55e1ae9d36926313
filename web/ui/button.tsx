import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

import { type ButtonSize, buttonStyle, type ButtonVariant } from './button-style.ts'
import { classNames } from './class-names.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  children: ReactNode
}

/** A button; with `size="icon"` give it an `aria-label`. */
export function Button({ variant, size, className, ...props }: ButtonProps) {
  return <AriaButton {...props} className={classNames(buttonStyle(variant, size), className)} />
}
