import { X } from 'lucide-react'
import { Heading } from 'react-aria-components'

import { Button } from '#web/ui/button.tsx'

/** Title and close button of a dialog. */
export function DialogHead(props: {
  title: string
  titleClassName: string
  closeLabel: string
  className: string
}) {
  return (
    <div
      className={`flex h-14 shrink-0 items-center justify-between border-b border-line pr-3 ${props.className}`}
    >
      <Heading slot="title" className={`font-semibold ${props.titleClassName}`}>
        {props.title}
      </Heading>
      <Button variant="quiet" size="icon" slot="close" aria-label={props.closeLabel}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
