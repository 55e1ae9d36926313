import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components'

import { classNames } from '#web/ui/class-names.ts'

export function Switch(props: {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  children: ReactNode
  className?: string
}) {
  const { children, className, ...state } = props
  return (
    <AriaSwitch
      {...state}
      className={classNames(
        'group flex min-h-6 cursor-pointer items-center gap-2 text-sm text-ink',
        className,
      )}
    >
      <span
        aria-hidden
        className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent group-data-[selected]:border-accent group-data-[selected]:bg-accent forced-colors:group-data-[selected]:bg-[Highlight]"
      >
        <span className="size-3.5 rounded-full bg-line-strong transition-transform group-data-[selected]:translate-x-4 group-data-[selected]:bg-on-accent forced-colors:bg-[ButtonText] forced-colors:group-data-[selected]:bg-[HighlightText]" />
      </span>
      {children}
    </AriaSwitch>
  )
}
