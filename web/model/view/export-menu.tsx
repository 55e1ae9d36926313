import { useQuery } from '@tanstack/react-query'
import { ClipboardList, EllipsisVertical, FileSpreadsheet, Image, Link } from 'lucide-react'
import { useState } from 'react'

import { type Origin, status } from '#web/api/status.ts'
import { useExportChoices } from '#web/chart/export/export-choices.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyLink } from '#web/ui/copy-link.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { withZone, zoneName } from '#web/zone/display-zone.ts'

import { readView, writeView } from './view.ts'

interface ExportMenuProps {
  label: string
  /** The delivery day on the screen. */
  day: string
  onDownloadCsv: (origin: Origin) => void
  /** Copies it as text, and tells whether it could. Left out for what is no text. */
  onCopyText?: () => Promise<boolean>
  /** Left out for what is not drawn. */
  onDownloadImage?: (origin: Origin) => void
}

/** The address of the page for others, who may be in another zone and open it on another day. */
function sharedAddress(day: string): string {
  const params = new URLSearchParams(location.search)
  const search = writeView(params, { ...readView(params), day }).toString()
  return `${location.origin}${location.pathname}${withZone(search, zoneName())}`
}

/** Saves what a panel shows as a file, or copies the link to it. */
export function ExportMenu({ label, day, onCopyText, onDownloadCsv, onDownloadImage }: ExportMenuProps) {
  const origin = useQuery(status).data
  const [report, setReport] = useState('')
  const choices = useExportChoices(setReport)
  return (
    <div className="flex items-center gap-2 print:hidden">
      <output className="text-sm text-ink-muted">{report}</output>
      <Menu
        label={label}
        trigger={
          <Button variant="quiet" size="icon" aria-label={label}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
        groups={[
          [
            {
              id: 'csv',
              label: 'Download CSV',
              icon: <FileSpreadsheet />,
              onAction: () => onDownloadCsv(origin),
            },
            ...(onCopyText === undefined
              ? []
              : [
                  {
                    id: 'text',
                    label: 'Copy as text',
                    icon: <ClipboardList />,
                    onAction: () =>
                      void onCopyText().then((isCopied) =>
                        setReport(isCopied ? 'Text copied' : 'The browser does not allow copying'),
                      ),
                  },
                ]),
            ...(onDownloadImage === undefined
              ? []
              : [
                  {
                    id: 'png',
                    label: 'Download PNG',
                    icon: <Image />,
                    onAction: () => onDownloadImage(origin),
                  },
                ]),
            {
              id: 'link',
              label: 'Copy link',
              icon: <Link />,
              onAction: () => void copyLink(sharedAddress(day)).then(setReport),
            },
          ],
          [...choices.csv, ...(onDownloadImage === undefined ? [] : choices.picture)],
        ]}
      />
    </div>
  )
}
