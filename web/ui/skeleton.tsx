import { classNames } from './class-names.ts'

/** A grey shape as large as the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('rounded-control bg-sunken', className)} />
}
