import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { PERIOD_DAYS } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import { accuracyOverTimeQuery, leadersQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { csvUnit, ExportMenu } from '#web/model/view/export-menu.tsx'
import { tsoWords } from '#web/model/view/run-words.ts'
import type { ModelState } from '#web/model/view/use-forecast.ts'
import { useChanges } from '#web/model/view/view.ts'
import { WorstDaysList } from '#web/model/view/worst-days-list.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Loaded, PanelState } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { HourTable, LeaderTable, UploadTable } from './accuracy-tables.tsx'
import {
  accuracyLines,
  chooseScores,
  type ChosenScores,
  leaderAnswer,
  type LeaderRow,
  leaderRows,
  sortLeaders,
} from './leader-rows.ts'

const DEFAULT_DAYS = 28
const DAYS_OPTIONS = PERIOD_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))
const RUNS_OPTIONS = [
  { value: 'shown', label: 'Latest' },
  { value: 'early', label: 'Early' },
  { value: 'complete', label: 'Complete' },
] as const

export function AccuracyPanel(props: {
  state: Pick<ModelState, 'address' | 'day' | 'run'>
  areMade: boolean
}) {
  const { state, areMade } = props
  const { address, day, run } = state
  const [view, , writeAddress] = address
  const { accuracy, scored, rank, country: selected, as_of } = view
  const days = accuracy ?? DEFAULT_DAYS
  const of = { day, as_of }
  const leaders = useQuery({ ...leadersQuery(of), placeholderData: keepPreviousData })
  const overTime = useQuery(accuracyOverTimeQuery(selected, of))
  const loading = loadingOf(leaders)
  const { rows, chosen } = useMemo(() => {
    const choice = { days, runs: scored ?? run, areMade }
    return {
      rows: leaders.data ? sortLeaders(leaderRows(leaders.data, choice), rank) : [],
      chosen: overTime.data ? chooseScores(overTime.data, choice) : null,
    }
  }, [leaders.data, overTime.data, days, scored, run, areMade, rank])
  if (leaders.data === null) return null
  const name = countryName(selected ?? '')
  return (
    <Panel aria-labelledby="accuracy-over-time" className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1">
          <h2 id="accuracy-over-time" className="text-lg font-semibold">
            Accuracy over time
          </h2>
          <p className="text-sm text-ink-muted">
            Stored forecasts, compared over the hours for which the TSO published one too.
          </p>
        </div>
        <Choices address={address} />
        {/* Reserved until there is something to save. */}
        <div className={loading.isLoaded ? undefined : 'invisible'}>
          <ExportMenu
            label="Options for the accuracy"
            day={day}
            onDownloadCsv={(origin) =>
              downloadCells(
                `accuracy_${days}-days_${day}.csv`,
                accuracyLines(rows, chosen && { name, ...chosen }, csvUnit(origin)),
              )
            }
          />
        </div>
      </header>
      {/* One `Loaded` for all parts: each would be moved by the part above. */}
      <Loaded subject="The accuracy of the countries" {...loading} className="h-160 max-sm:h-96">
        <Answer rows={rows} />
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
          <div className="-mx-1.5 flex flex-col gap-2 overflow-x-auto px-1.5">
            <LeaderTable rows={rows} days={days} order={rank} selected={selected} changeView={writeAddress} />
            <UploadTable rows={rows} />
          </div>
          <div className="-mx-1.5 overflow-x-auto px-1.5 lg:row-span-2">
            <Loaded subject="The accuracy by hour" {...loadingOf(overTime)} className="h-96 max-lg:h-40">
              <ByHour name={name} chosen={chosen} hasCountry={selected !== null} />
            </Loaded>
          </div>
          {/* Waits for the hours, which on a phone would move it. */}
          {selected !== null && loadingOf(overTime).isLoaded && (
            <WorstDaysList country={selected} scores={chosen?.scores} as_of={as_of} />
          )}
        </div>
      </Loaded>
    </Panel>
  )
}

/** Shows a pressed period at once: the tables keep a slow processor busy for a tenth of a second. */
function Choices({ address: [view, , writeAddress] }: { address: ModelState['address'] }) {
  const [{ accuracy, scored }, changeView] = useChanges(view, writeAddress)
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 max-lg:order-last max-lg:w-full print:hidden">
      <RadioGroup
        label="Period"
        value={String(accuracy ?? DEFAULT_DAYS)}
        onChange={(value) =>
          changeView({ accuracy: PERIOD_DAYS.find((days) => String(days) === value) ?? null })
        }
        options={DAYS_OPTIONS}
      />
      <RadioGroup
        label="Runs"
        value={scored ?? 'shown'}
        onChange={(value) => changeView({ scored: value === 'shown' ? null : value })}
        options={RUNS_OPTIONS}
      />
    </div>
  )
}

function Answer({ rows }: { rows: readonly LeaderRow[] }) {
  const { won, words } = leaderAnswer(rows)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {won !== null && (
        <>
          <span className="tabular text-2xl font-semibold">{won}</span>
          <span className="font-medium">countries with a smaller error than the TSO’s</span>
        </>
      )}
      {rows.length > 0 && <span className="text-sm text-ink-muted">{words}</span>}
    </p>
  )
}

function ByHour(props: { name: string; chosen: ChosenScores | null; hasCountry: boolean }) {
  const { name, chosen } = props
  if (!props.hasCountry)
    return (
      <PanelState state="empty" className="h-96 max-lg:h-40">
        Choose a country to see its accuracy by hour of the day.
      </PanelState>
    )
  if (chosen === null || chosen.scores.hours === 0)
    return (
      <PanelState state="unpublished" className="h-96 max-lg:h-40">
        {chosen === null
          ? `There is no accuracy for ${name}. Choose another country.`
          : `No day of ${chosen.kind} runs for ${name} has been scored yet. Choose other runs or a longer period.`}
      </PanelState>
    )
  const tso = tsoWords(chosen.scores)
  return (
    <>
      <HourTable name={name} chosen={chosen} />
      {tso !== null && <p className="text-sm text-ink-muted">{tso}</p>}
    </>
  )
}
