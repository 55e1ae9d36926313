import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

import { Button } from './button.tsx'

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
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-3 pl-5">
            <Heading slot="title" className="text-lg font-semibold">
              {props.title}
            </Heading>
            <Button variant="quiet" size="icon" slot="close" aria-label="Close">
              <X aria-hidden />
            </Button>
          </div>
          <div className="flex flex-col gap-5 overflow-y-auto p-5">{props.children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
