import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'

import { type Briefing, type BriefingLine, briefingText, MAX_FOLLOWED } from '#contract/briefing.ts'
import { shortDay } from '#contract/day-text.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { marketDay } from '#contract/zone-time.ts'
import { briefingQuery, followedQuery } from '#web/api/briefing.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { status } from '#web/api/status.ts'
import { withBasePath } from '#web/ui/base-path.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Loaded } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useReading } from '#web/ui/ticks.ts'
import { useReport } from '#web/ui/use-report.ts'

/** Tomorrow in the countries that the user follows, in sentences. It is left out with another backend, and while nothing is stored. */
export function BriefingPanel() {
  const about = useQuery(status)
  const hasValues = about.data ? about.data.span !== null : undefined
  const briefing = useQuery({ ...briefingQuery, enabled: hasValues === true })
  const { data } = briefing
  const followed = useQuery(followedQuery).data?.areas.length ?? 1
  // Known before the answer, so that nothing beside it moves.
  const tomorrow = useReading(() => marketDay(Date.now(), 1))
  const [report, setReport] = useReport()
  const copy = (of: Briefing) => copyText(briefingText(of, location.origin + withBasePath('')), 'Text copied')
  if (about.data === null || hasValues === false) return null
  return (
    <Panel
      aria-labelledby="briefing"
      className="flex flex-col gap-3 p-4 sm:p-6"
      style={{ minHeight: `${7 + 5 * followed}rem` }}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="briefing" className="text-lg font-semibold">
          Briefing for {shortDay(data?.day ?? tomorrow)}
        </h2>
        <p className="text-sm text-ink-muted">Residual load, days and hours of {MARKET_ZONE}</p>
        <output className="ml-auto text-sm text-ink-muted print:hidden">{report}</output>
        <Button size="small" isDisabled={!data} onPress={() => data && void copy(data).then(setReport)}>
          <ClipboardList aria-hidden />
          Copy as text
        </Button>
      </header>
      <Loaded subject="The briefing" {...loadingOf(about, briefing)} className="h-20">
        {data && <Countries {...data} />}
        <Link to="/model" className="self-start rounded-control text-sm text-accent hover:underline">
          Choose up to {MAX_FOLLOWED} countries by their stars beside the map
        </Link>
      </Loaded>
    </Panel>
  )
}

/** A line for each subject of each country, which leads to the view that shows it. */
function Countries({ countries }: Briefing) {
  return (
    <div className="tabular divide-y divide-line">
      {countries.map(({ area, name, lines }) => (
        <section
          key={area}
          aria-labelledby={`briefing-${area}`}
          className="grid py-2 first:pt-0 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <h3 id={`briefing-${area}`} className="font-semibold">
            {name}
          </h3>
          <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-y-0.5">
            {lines.map((line) => (
              <Fragment key={line.address}>
                <dt className="text-ink-muted">{line.subject}</dt>
                <dd>
                  <Link to={line.address} className="rounded-control hover:text-accent hover:underline">
                    {line.sentence}
                  </Link>
                  <RampAlert area={area} name={name} rampMw={line.figures['ramp_mw']} />
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** Begins an alert on a ramp that is steeper than that of tomorrow. */
function RampAlert(props: {
  area: string
  name: string
  rampMw: BriefingLine['figures'][string] | undefined
}) {
  const { area, name, rampMw } = props
  if (typeof rampMw !== 'number') return null
  const limit = `${rampMw < 0 ? 'below' : 'above'}=${Math.round(rampMw)}`
  return (
    <Link
      to={`/account?area=${area}&measure=ramp&${limit}`}
      aria-label={`Alert me of steeper ramps in ${name}`}
      className="ml-2 rounded-control text-sm whitespace-nowrap text-accent-strong hover:underline print:hidden"
    >
      Alert me of steeper ramps
    </Link>
  )
}
