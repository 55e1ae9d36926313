import { LoaderCircle } from 'lucide-react'
import { ProgressBar } from 'react-aria-components'

import { classNames } from './class-names.ts'

/** A turning circle; its label says what is going on. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <ProgressBar isIndeterminate aria-label={label} className={classNames('inline-flex size-4', className)}>
      <LoaderCircle aria-hidden className="size-full animate-spin" />
    </ProgressBar>
  )
}
