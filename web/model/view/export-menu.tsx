import { ClipboardList, FileSpreadsheet, History, Image, Link } from 'lucide-react'
import { useState } from 'react'

import { isOwnBackend } from '#web/api/request.ts'
import { type Origin, basisOfFile, useOrigin } from '#web/api/status.ts'
import { useExportOptions } from '#web/chart/export/export-choices.tsx'
import { asOfShown } from '#web/market/links.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu, type MenuAction } from '#web/ui/menu.tsx'
import { withZone, zoneName } from '#web/zone/display-zone.ts'

import { readView, type View, writeView } from './view.ts'

interface ExportMenuProps {
  label: string
  day: string
  onDownloadCsv: (origin: Origin) => void
  onCopyText?: () => Promise<string>
  onDownloadImage?: (origin: Origin) => void
  /** Below the exports. */
  actions?: readonly (MenuAction | false)[]
}

/** Text for heads of files: `MW, ENTSO-E`. */
export function csvUnit(origin: Origin): string {
  return ['MW', basisOfFile(origin)].filter((part) => part !== null).join(', ')
}

/** The address has zone and day, because links are opened in other zones and on other days. */
function sharedAddress(day: string, change: Partial<View> = {}): string {
  const params = new URLSearchParams(location.search)
  const search = writeView(params, { ...readView(params), day, ...change }).toString()
  return `${location.origin}${location.pathname}${withZone(search, zoneName())}`
}

export function ExportMenu({
  label,
  day,
  onCopyText,
  onDownloadCsv,
  onDownloadImage,
  actions,
}: ExportMenuProps) {
  const askOrigin = useOrigin()
  // Another backend has no history.
  const isOwn = isOwnBackend()
  const [report, setReport] = useState('')
  const options = useExportOptions({ hasPicture: onDownloadImage !== undefined })
  return (
    <div className="flex items-center gap-2 print:hidden">
      <output className="text-sm text-ink-muted">{report}</output>
      <Menu
        label={label}
        groups={[
          [
            {
              label: 'Download CSV',
              icon: <FileSpreadsheet />,
              onAction: () => void askOrigin().then(onDownloadCsv),
            },
            onCopyText !== undefined && {
              label: 'Copy as text',
              icon: <ClipboardList />,
              onAction: () => void onCopyText().then(setReport),
            },
            onDownloadImage !== undefined && {
              label: 'Download PNG',
              icon: <Image />,
              onAction: () => void askOrigin().then(onDownloadImage),
            },
            {
              label: 'Copy link',
              icon: <Link />,
              onAction: () => void copyText(sharedAddress(day), 'Link copied').then(setReport),
            },
            isOwn && {
              label: 'Share as it is now',
              icon: <History />,
              onAction: () =>
                void copyText(sharedAddress(day, { as_of: asOfShown() }), 'Link copied').then(setReport),
            },
          ],
          actions ?? [],
        ]}
        options={options}
      />
    </div>
  )
}
