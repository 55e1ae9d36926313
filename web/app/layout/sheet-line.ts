import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { settings } from '#web/api/settings.ts'
import { sourceName } from '#web/api/status.ts'
import { formatDayTime, zoneAbbreviation } from '#web/chart/format/time-format.ts'

const FONT = 'font: 7.5pt Inter, sans-serif; color: #4b5563;'

/** Says at the foot of each printed sheet what it is of, where its values come from, and when it was printed. */
export function useSheetLine(): void {
  const known = useQuery(settings).data
  const write = useEffectEvent((sheet: CSSStyleSheet) => {
    const nowS = Date.now() / 1000
    const source = sourceName(known ?? null)
    const parts = [document.title, source, known?.credit, known?.weatherCredit?.text]
    const left = parts.filter((text) => text).join(' · ')
    const right = `Printed ${formatDayTime(nowS)} ${zoneAbbreviation(nowS)} · Sheet `
    // Only a style sheet can write into the margin of a page.
    sheet.replaceSync(`@page {
      @bottom-left { content: ${JSON.stringify(left)}; ${FONT} }
      @bottom-right { content: ${JSON.stringify(right)} counter(page) ' of ' counter(pages); ${FONT} }
    }`)
  })
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const listener = () => write(sheet)
    document.adoptedStyleSheets.push(sheet)
    addEventListener('beforeprint', listener)
    return () => {
      removeEventListener('beforeprint', listener)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [])
}
