import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'

import { DialogHead } from './dialog-head.tsx'

/** A panel over the page that keeps the focus until it is closed. Its content scrolls where it is higher than the window. */
export function ModalDialog(props: {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={props.isOpen}
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
