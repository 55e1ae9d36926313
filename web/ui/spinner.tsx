import { LoaderCircle } from 'lucide-react'

import { classNames } from './class-names.ts'

/** A turning circle; decoration only, so whatever it stands in must say in words what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden data-spinner="" className={classNames('size-4 animate-spin', className)} />
}
