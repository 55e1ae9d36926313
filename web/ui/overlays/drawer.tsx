import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'

import { DialogHead } from './modal-dialog.tsx'

/** A panel 16rem wide that slides in from the right and keeps the focus until it is closed. */
export function Drawer(props: {
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
      className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-160 data-[entering]:opacity-0 data-[exiting]:opacity-0"
    >
      <Modal className="fixed inset-y-0 right-0 w-64 max-w-full bg-raised shadow-overlay transition-transform duration-160 data-[entering]:translate-x-full data-[exiting]:translate-x-full">
        <Dialog className="flex h-full flex-col outline-none">
          <DialogHead
            title={props.title}
            titleClassName="text-base"
            closeLabel="Close menu"
            className="pl-4"
          />
          <div className="grow overflow-y-auto p-4">{props.children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
