import { classNames } from './class-names.ts'

/** A grey shape of the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-control bg-sunken', className)} />
}
