import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

import { Button } from './button.tsx'

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
      className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-200 data-[entering]:opacity-0 data-[exiting]:opacity-0"
    >
      <Modal className="fixed inset-y-0 right-0 w-64 max-w-full bg-raised shadow-overlay transition-transform duration-200 data-[entering]:translate-x-full data-[exiting]:translate-x-full">
        <Dialog className="flex h-full flex-col outline-none">
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-3 pl-4">
            <Heading slot="title" className="text-base font-semibold">
              {props.title}
            </Heading>
            <Button variant="quiet" size="icon" slot="close" aria-label="Close menu">
              <X aria-hidden />
            </Button>
          </div>
          <div className="grow overflow-y-auto p-4">{props.children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
