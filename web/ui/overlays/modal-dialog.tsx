import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

import { Button } from '#web/ui/button.tsx'

/** A panel over the page that keeps the focus until it is closed. Its content scrolls where it is higher than the window. */
export function ModalDialog(props: {
  title: string
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <ModalOverlay
      isDismissable
      isOpen
      onOpenChange={props.onOpenChange}
      className="fixed inset-0 z-40 flex items-center justify-center bg-black/40 p-4"
    >
      <Modal className="max-h-full w-full max-w-lg overflow-hidden rounded-panel border border-line bg-raised shadow-overlay">
        <Dialog className="flex max-h-[calc(100dvh-2rem)] flex-col outline-none">
          <DialogHead title={props.title} titleClassName="text-lg" closeLabel="Close" className="pl-5" />
          <div className="flex flex-col gap-5 overflow-y-auto p-5">{props.children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

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
