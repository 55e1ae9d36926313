import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'

import { COUNTRIES } from '#contract/countries.ts'
import { type DayMark, isDoubt } from '#contract/data-days.ts'
import { addDays } from '#contract/zone-time.ts'
import { dataDays } from '#web/api/data-days.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Doubtful data of the week before a delivery day, which influences the forecast most; empty for another backend. */
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
