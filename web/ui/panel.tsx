import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'

/** Isolated, so that a change in one panel paints no other again. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      className={classNames(
        'isolate rounded-panel border border-line bg-surface shadow-panel transition-opacity duration-150 starting:opacity-40 print:border-0 print:p-0 print:shadow-none',
        className,
      )}
    />
  )
}

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('rounded-control bg-sunken', className)} />
}
