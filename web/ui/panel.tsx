import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'

/** A raised surface on the canvas. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      className={classNames('rounded-panel border border-line bg-surface shadow-panel', className)}
    />
  )
}
