import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'

/** A raised surface on the canvas. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      className={classNames(
        'rounded-panel border border-line bg-surface shadow-panel print:border-0 print:p-0 print:shadow-none',
        className,
      )}
    />
  )
}

/** A grey shape as large as the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('rounded-control bg-sunken', className)} />
}

/** A turning circle; its label says what is going on. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span className={classNames('relative inline-flex size-4', className)}>
      <progress aria-label={label} className="sr-only" />
      <LoaderCircle aria-hidden className="size-full animate-spin" />
    </span>
  )
}
