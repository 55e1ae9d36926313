import type { RunsAnswer } from '#contract/accuracy.ts'
import { countryName, type ForecastAnswer } from '#contract/forecast.ts'
import { Notice } from '#web/ui/notice.tsx'

import { countriesBeforeTso } from './run-words.ts'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** What one must know before reading the numbers: that there are none, or what they rest on. */
export function ForecastNotes({
  answer,
  runs,
}: {
  answer: ForecastAnswer | undefined
  runs: RunsAnswer | null
}) {
  const entries = Object.values(answer ?? {}).flatMap((hours) => Object.values(hours))
  if (entries.every((entry) => entry.Final_Value === null)) {
    return <Notice tone="info">No forecast has been published for this day yet.</Notice>
  }
  const countries = countriesBeforeTso(answer, runs?.runs ?? null)
  if (countries.length === 0) return null
  const isAll = countries.length === Object.keys(answer ?? {}).length
  return (
    <Notice tone="caution">
      TSO wind and solar not yet published{isAll ? '' : ` for ${list.format(countries.map(countryName))}`}.
      Until they are, the model takes both from history.
    </Notice>
  )
}
