import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, FileSpreadsheet, Image, Link, Settings2 } from 'lucide-react'
import { useState } from 'react'

import { status } from '#web/api/status.ts'
import { setDecimalCommas, useCsvFormat } from '#web/chart/export/csv-choice.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu } from '#web/ui/menu.tsx'

import { downloadCsv, downloadImage, type ShownDay } from './country-export.ts'

/** Saves a country's day as a file, or copies the link to it. */
export function CountryMenu({ shown }: { shown: ShownDay }) {
  const origin = useQuery(status).data
  const hasCommas = useCsvFormat().decimal === ','
  const [report, setReport] = useState('')
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
            {
              id: 'csv-format',
              label: hasCommas ? 'CSV with decimal points' : 'CSV with decimal commas',
              icon: <Settings2 />,
              onAction: () => {
                setDecimalCommas(!hasCommas)
                setReport(hasCommas ? 'CSV: commas, decimal points' : 'CSV: semicolons, decimal commas')
              },
            },
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
              onAction: () => void copyLink().then(setReport),
            },
          ],
        ]}
      />
    </div>
  )
}

async function copyLink(): Promise<string> {
  return (await copyText(location.href)) ? 'Link copied' : 'The browser does not allow copying'
}
