import { ClipboardList, FileSpreadsheet, History, Image, Link } from 'lucide-react'
import { useState } from 'react'

import { isOwnBackend } from '#web/api/request.ts'
import { type Origin, basisOfFile, useOrigin } from '#web/api/status.ts'
import { useExportOptions } from '#web/chart/export/export-choices.tsx'
import { asOfShown } from '#web/market/as-of.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu, type MenuAction } from '#web/ui/overlays/menu.tsx'
import { withZone, zoneName } from '#web/zone/display-zone.ts'

import { readView, type View, writeView } from './view.ts'

interface ExportMenuProps {
  label: string
  day: string
  onDownloadCsv: (origin: Origin) => void
  /** Copies it as text, and says how that went. Left out for what is no text. */
  onCopyText?: () => Promise<string>
  /** Left out for what is not drawn. */
  onDownloadImage?: (origin: Origin) => void
  /** What else the panel offers, below the exports. */
  actions?: readonly (MenuAction | false)[]
}

/** The unit that the heads of a file name, with the source of its values: `MW, ENTSO-E`. */
export function csvUnit(origin: Origin): string {
  return ['MW', basisOfFile(origin)].filter((part) => part !== null).join(', ')
}

/** The address of the page for others, who may be in another zone and open it on another day. */
function sharedAddress(day: string, change: Partial<View> = {}): string {
  const params = new URLSearchParams(location.search)
  const search = writeView(params, { ...readView(params), day, ...change }).toString()
  return `${location.origin}${location.pathname}${withZone(search, zoneName())}`
}

/** Saves what a panel shows as a file, or copies the link to it. */
export function ExportMenu({
  label,
  day,
  onCopyText,
  onDownloadCsv,
  onDownloadImage,
  actions,
}: ExportMenuProps) {
  const askOrigin = useOrigin()
  // A foreign backend keeps nothing of earlier.
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
