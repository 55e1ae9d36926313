import { useQuery } from '@tanstack/react-query'
import { ClipboardList, EllipsisVertical, FileSpreadsheet, Image, Link } from 'lucide-react'
import { useState } from 'react'

import { type Origin, status } from '#web/api/status.ts'
import { useCsvFormatAction } from '#web/chart/export/csv-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyLink } from '#web/ui/copy-link.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'

interface ExportMenuProps {
  label: string
  onDownloadCsv: (origin: Origin) => void
  /** Copies it as text, and tells whether it could. Left out for what is no text. */
  onCopyText?: () => Promise<boolean>
  /** Left out for what is not drawn. */
  onDownloadImage?: (origin: Origin) => void
}

/** Saves what a panel shows as a file, or copies the link to it. */
export function ExportMenu({ label, onCopyText, onDownloadCsv, onDownloadImage }: ExportMenuProps) {
  const origin = useQuery(status).data
  const [report, setReport] = useState('')
  const csvFormat = useCsvFormatAction(setReport)
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
            csvFormat,
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
              onAction: () => void copyLink(location.href).then(setReport),
            },
          ],
        ]}
      />
    </div>
  )
}
