import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

const PLACES = {
  middle: {
    overlay: 'flex items-center justify-center p-4',
    modal: 'max-h-full w-full max-w-lg overflow-hidden rounded-panel border border-line',
    dialog: 'max-h-[calc(100dvh-2rem)]',
    head: 'pl-5 text-lg',
    content: 'flex flex-col gap-5 p-5',
  },
  side: {
    overlay: 'transition-opacity duration-160 data-[entering]:opacity-0 data-[exiting]:opacity-0',
    modal:
      'fixed inset-y-0 right-0 w-64 max-w-full transition-transform duration-160 data-[entering]:translate-x-full data-[exiting]:translate-x-full',
    dialog: 'h-full',
    head: 'pl-4 text-base',
    content: 'grow p-4',
  },
} as const

export function ModalDialog(props: {
  title: string
  isOpen?: boolean
  onOpenChange: (isOpen: boolean) => void
  place?: keyof typeof PLACES
  closeLabel?: string
  children: ReactNode
}) {
  const { title, isOpen = true, onOpenChange, closeLabel = 'Close', children } = props
  const { overlay, modal, dialog, head, content } = PLACES[props.place ?? 'middle']
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={classNames('fixed inset-0 z-40 bg-black/40', overlay)}
    >
      <Modal className={classNames('bg-raised shadow-overlay', modal)}>
        <Dialog className={classNames('flex flex-col outline-none', dialog)}>
          <div
            className={classNames(
              'flex h-14 shrink-0 items-center justify-between border-b border-line pr-3',
              head,
            )}
          >
            <Heading slot="title" className="font-semibold">
              {title}
            </Heading>
            <IconButton icon={X} slot="close" aria-label={closeLabel} />
          </div>
          <div className={classNames('overflow-y-auto', content)}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
