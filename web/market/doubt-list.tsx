import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'

import { COUNTRIES } from '#contract/countries.ts'
import { type DayMark, isDoubt } from '#contract/data-days.ts'
import { addDays } from '#contract/zone-time.ts'
import { dataDays } from '#web/api/data-days.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Doubts about the week before a delivery day, on whose values the forecast leans most, and whether they are known; none for a foreign backend. */
export function useDoubts(deliveryDay: string): { doubts: readonly DayMark[]; areKnown: boolean } {
  const { data, isFetched } = useQuery(dataDays)
  const doubts = useMemo(() => {
    const from = addDays(deliveryDay, -7)
    return (data?.marks ?? []).filter(
      (mark) =>
        isDoubt(mark) &&
        mark.days.some((day) => day >= from && day <= deliveryDay) &&
        COUNTRIES.some(({ area }) => area === mark.area),
    )
  }, [data, deliveryDay])
  return { doubts, areKnown: isFetched || data === null }
}

/** Which values are in doubt, as sentences; nothing where none are. */
export function DoubtList({ sentences, className }: { sentences: readonly string[]; className?: string }) {
  if (sentences.length === 0) return null
  return (
    <ul
      aria-label="Values in doubt"
      className={classNames('flex flex-col gap-1 text-sm text-caution', className)}
    >
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-1.5">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}
