import { LoaderCircle } from 'lucide-react'

import { classNames } from './class-names.ts'

/** A turning circle that says by its label that something is going on. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="progressbar" aria-label={label} className={classNames('inline-flex size-4', className)}>
      <LoaderCircle aria-hidden className="size-full animate-spin" />
    </span>
  )
}
