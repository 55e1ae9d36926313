import './calendar.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'

import { areaLabel } from '#contract/areas.ts'
import { DAY_STATES, type DataDaysAnswer, isDoubt } from '#contract/data-days.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { markSentences } from '#contract/words/data-days.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { dataDays } from '#web/api/data-days.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { status } from '#web/api/status.ts'
import { DoubtList } from '#web/market/doubt-list.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'
import { Loaded } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { withZone } from '#web/zone/display-zone.ts'
import { wallClock } from '#web/zone/wall-clock.ts'

import {
  calendarRows,
  CELL_WORDS,
  type CellState,
  type Choice,
  CHOICES,
  dayAddress,
  daysOf,
  delaySentences,
  itemsOn,
} from './calendar-rows.ts'
import { type CalendarPlace, CalendarTable } from './calendar-table.tsx'

const CHOICE_LABELS: Readonly<Record<Choice, string>> = {
  all: 'All',
  load: 'Load',
  solar: 'Solar',
  wind: 'Wind',
  forecasts: 'TSO forecasts',
}
const OPTIONS = CHOICES.map((value) => ({ value, label: CHOICE_LABELS[value] }))
const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: MARKET_ZONE })
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

export function CalendarPage() {
  const query = useQuery(dataDays)
  const { span = null } = useQuery(status).data ?? {}
  return (
    <div className="flex flex-col gap-4">
      <title>Data calendar · Energy Metrics</title>
      <div>
        <h1 className="text-xl font-semibold">Data calendar</h1>
        <p className="text-ink-muted">
          Stored data of the last 60 days, today and tomorrow, by area and day of the market
          (Europe/Brussels). Every cell opens its day as a graph.
        </p>
        {/* Reserved, so that the page does not shift. */}
        <p className="min-h-5 text-ink-muted">
          {span !== null && `History is stored since ${dayOfYear.format(Date.parse(span.from))}.`}
        </p>
      </div>
      <Loaded subject="The calendar" {...loadingOf(query)} className="h-144 max-sm:h-160">
        {query.data && <Calendar answer={query.data} />}
      </Loaded>
    </div>
  )
}

function Calendar({ answer }: { answer: DataDaysAnswer }) {
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Choice>('all')
  const [read, setRead] = useState<CalendarPlace | null>(null)
  const days = useMemo(() => daysOf(answer), [answer])
  const rows = useMemo(() => calendarRows(answer, choice), [answer, choice])

  function open({ area, day }: CalendarPlace): void {
    const address = dayAddress(answer, area, day, choice)
    const isDayOfPage = [day, addDays(day, 1)].every((date) => wallClock(timeOfDay(date)).getUTCHours() === 0)
    if (isDayOfPage) void navigate(`/dashboard${address}`)
    // The zone of an open page is fixed.
    else location.assign(withBasePath(`/dashboard${withZone(address, MARKET_ZONE)}`))
  }

  return (
    <>
      <DoubtList
        sentences={[
          ...answer.notices,
          ...markSentences(answer.marks.filter(isDoubt)),
          ...delaySentences(answer),
        ]}
      />
      <Panel
        aria-label="Calendar"
        className="grid min-w-0 grid-cols-1 gap-3 p-4 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-x-8"
      >
        <RadioGroup
          label="Calendar shows"
          value={choice}
          onChange={setChoice}
          options={OPTIONS}
          className="justify-self-start"
        />
        <Readout answer={answer} place={read} />
        <CalendarTable
          label={`${CHOICE_LABELS[choice]} by area and day`}
          days={days}
          rows={rows}
          onOpen={open}
          onRead={setRead}
        />
        <Legend states={new Set(rows.flatMap((row) => row.states))} />
      </Panel>
    </>
  )
}

/** The height is reserved, so that the page does not shift. */
function Readout({ answer, place }: { answer: DataDaysAnswer; place: CalendarPlace | null }) {
  return (
    <div className="min-h-28 text-sm max-lg:order-last sm:min-h-16">
      {place === null ? (
        <p className="text-ink-muted">
          Point at a cell or touch it to read it. Click it or press Enter to open its day.
        </p>
      ) : (
        <>
          <p className="font-medium">
            {areaLabel(place.area)}, {longDay.format(Date.parse(place.day))}
          </p>
          <p className="text-ink-muted">
            {itemsOn(answer, place.area, place.day)
              .map(({ item, states }) => {
                if (states === null) return `${item} not stored`
                return `${item} ${states.length === 0 ? 'complete' : states.map((state) => CELL_WORDS[state].word).join(' and ')}`
              })
              .join(' · ')}
          </p>
          <p className="text-xs text-ink-muted">
            {answer.basis.find(({ area }) => area === place.area)?.text}
          </p>
        </>
      )}
    </div>
  )
}

function Legend({ states }: { states: ReadonlySet<CellState> }) {
  const shown = (['complete', ...DAY_STATES, 'none'] as const).filter((state) => states.has(state))
  return (
    <dl className="col-span-full grid gap-x-6 gap-y-1 text-xs text-ink-muted sm:grid-cols-2 lg:grid-cols-3">
      {shown.map((state) => (
        <div key={state} className="flex items-baseline gap-1.5">
          <dt className="flex shrink-0 items-baseline gap-1.5 font-medium text-ink">
            <span
              aria-hidden
              data-state={state}
              className="calendar-legend inline-flex size-4 shrink-0 translate-y-0.5 items-center justify-center rounded-[2px] border border-transparent text-[0.65625rem] font-semibold forced-colors:border-[CanvasText]"
            >
              {CELL_WORDS[state].symbol}
            </span>
            {CELL_WORDS[state].word}
          </dt>
          <dd>{CELL_WORDS[state].meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
