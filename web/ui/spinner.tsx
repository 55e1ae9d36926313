import { LoaderCircle } from 'lucide-react'

import { classNames } from './class-names.ts'

export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span className={classNames('relative inline-flex size-4', className)}>
      <progress aria-label={label} className="sr-only" />
      <LoaderCircle aria-hidden className="size-full animate-spin" />
    </span>
  )
}
