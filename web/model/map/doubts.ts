import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { COUNTRIES } from '#contract/countries.ts'
import type { DayMark } from '#contract/data-days.ts'
import { dataDays } from '#web/api/data-days.ts'
import { doubtsBefore, STATE_WORDS } from '#web/api/data-words.ts'

/** What is in doubt of the countries of the map in the week before a delivery day; nothing from a foreign backend. */
export function useDoubts(deliveryDay: string): readonly DayMark[] {
  const { data } = useQuery(dataDays)
  return useMemo(
    () =>
      doubtsBefore(data?.marks ?? [], deliveryDay).filter(({ area }) =>
        COUNTRIES.some((country) => country.area === area),
      ),
    [data, deliveryDay],
  )
}

/** The symbol of what is in doubt, by country. */
export function doubtSymbols(doubts: readonly DayMark[]): ReadonlyMap<string, string> {
  return new Map(
    COUNTRIES.flatMap(({ code, area }) => {
      const mark = doubts.find((doubt) => doubt.area === area)
      return mark === undefined ? [] : [[code, STATE_WORDS[mark.state].symbol]]
    }),
  )
}
