import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, FileSpreadsheet, Image, Link } from 'lucide-react'
import { useState } from 'react'

import { status } from '#web/api/status.ts'
import { useCsvFormatAction } from '#web/chart/export/csv-format-action.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyLink } from '#web/ui/copy-link.ts'
import { Menu } from '#web/ui/menu.tsx'

import { downloadCsv, downloadImage, type ShownDay } from './country-export.ts'

/** Saves a country's day as a file, or copies the link to it. */
export function CountryMenu({ shown }: { shown: ShownDay }) {
  const origin = useQuery(status).data
  const [report, setReport] = useState('')
  const csvFormat = useCsvFormatAction(setReport)
  return (
    <div className="flex items-center gap-2">
      <output className="text-sm text-ink-muted">{report}</output>
      <Menu
        label={`Options for ${shown.name}`}
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Options for ${shown.name}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
        groups={[
          [
            {
              id: 'csv',
              label: 'Download CSV',
              icon: <FileSpreadsheet />,
              onAction: () => downloadCsv(shown, origin),
            },
            csvFormat,
            {
              id: 'png',
              label: 'Download PNG',
              icon: <Image />,
              onAction: () => void downloadImage(shown, origin),
            },
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
