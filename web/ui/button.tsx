import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large' | 'icon'

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-strong data-[hovered]:bg-accent-strong data-[pressed]:bg-accent-strong',
  secondary:
    'border border-line-strong/60 bg-surface text-ink hover:bg-sunken data-[hovered]:bg-sunken data-[pressed]:bg-sunken',
  quiet:
    'text-ink-muted hover:bg-sunken hover:text-ink data-[hovered]:bg-sunken data-[hovered]:text-ink data-[pressed]:bg-sunken',
  danger: 'border border-danger/50 text-danger hover:bg-danger-soft data-[hovered]:bg-danger-soft',
}

const SIZES: Readonly<Record<ButtonSize, string>> = {
  small: 'h-7 gap-1.5 px-2 text-sm',
  medium: 'h-8 gap-1.5 px-3 text-base',
  large: 'h-9 gap-2 px-4 text-base',
  icon: 'size-8',
}

export const PRESSED_STYLE =
  'aria-pressed:bg-accent-soft aria-pressed:text-accent-strong forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:outline-[Highlight]'

/** No transition: React Aria keeps a removed element during one, here a whole card. */
export function buttonStyle(variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium'): string {
  return classNames(
    'inline-flex shrink-0 cursor-pointer items-center justify-center rounded-control font-medium whitespace-nowrap select-none',
    'disabled:cursor-default disabled:opacity-55 data-[disabled]:cursor-default data-[pending]:cursor-default data-[pending]:opacity-75 [&_svg]:size-4 [&_svg]:shrink-0',
    // Forced colours show buttons only by their border.
    'forced-colors:border',
    VARIANTS[variant],
    SIZES[size],
  )
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  children: ReactNode
}

export function Button({ variant, size, className, ...props }: ButtonProps) {
  return <AriaButton {...props} className={classNames(buttonStyle(variant, size), className)} />
}

/** Needs an `aria-label`. */
export function IconButton({
  icon: Icon,
  variant = 'quiet',
  ...props
}: Omit<ButtonProps, 'size' | 'children'> & { icon: LucideIcon }) {
  return (
    <Button {...props} variant={variant} size="icon">
      <Icon aria-hidden />
    </Button>
  )
}

/** A plain element: React Aria's pending button announces itself, but the result is announced already. */
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
