import type { ComponentProps } from 'react'

/** Text for those who hear the page. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
