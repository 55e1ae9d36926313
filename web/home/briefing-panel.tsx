import { useQuery } from '@tanstack/react-query'
import { Bell, ClipboardList } from 'lucide-react'
import { Link } from 'react-router'

import { type Briefing, type BriefingCountry, type BriefingHour, MAX_FOLLOWED } from '#contract/briefing.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { briefingFigures, briefingText, notableLines, viewAddress } from '#contract/words/briefing.ts'
import { shortDay } from '#contract/words/days.ts'
import { marketDay } from '#contract/zone-time.ts'
import { briefingQuery, followedQuery } from '#web/api/briefing.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { status } from '#web/api/status.ts'
import { curveVariable } from '#web/chart/plot/palette.ts'
import { COMPARISON_LOOK, SOURCE_LOOKS } from '#web/market/looks.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { withBasePath } from '#web/ui/page-facts.ts'
import { Loaded } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useReading } from '#web/ui/use-clock.ts'
import { useReport } from '#web/ui/use-report.ts'

/** Omitted with another backend and without stored values. */
export function BriefingPanel() {
  const about = useQuery(status)
  const hasValues = about.data ? about.data.span !== null : undefined
  const briefing = useQuery({ ...briefingQuery, enabled: hasValues === true })
  const { data } = briefing
  const followed = useQuery(followedQuery).data?.areas.length ?? 1
  // Known before the answer, so that the head does not move.
  const tomorrow = useReading(() => marketDay(Date.now(), 1))
  const [report, setReport] = useReport()
  const copy = (of: Briefing) => copyText(briefingText(of, location.origin + withBasePath('')), 'Text copied')
  if (about.data === null || hasValues === false) return null
  return (
    <Panel aria-labelledby="briefing" className="flex flex-col gap-2 p-4 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="briefing" className="text-lg font-semibold">
          Briefing for {shortDay(data?.day ?? tomorrow)}
        </h2>
        <p className="text-sm text-ink-muted max-sm:order-last max-sm:w-full">
          Residual load, MW, hours of {MARKET_ZONE}
        </p>
        <output className="ml-auto text-sm text-ink-muted print:hidden">{report}</output>
        <Button size="small" isDisabled={!data} onPress={() => data && void copy(data).then(setReport)}>
          <ClipboardList aria-hidden />
          <span className="max-sm:sr-only">Copy as text</span>
        </Button>
      </header>
      <Loaded subject="The briefing" {...loadingOf(about, briefing)} className={SPACE[followed] ?? ''}>
        {data && (
          <div className="tabular divide-y divide-line">
            {data.countries.map((country) => (
              <Country key={country.area} country={country} day={data.day} zone={data.zone} />
            ))}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted">
          <Link to="/model" className="rounded-control text-sm text-accent hover:underline">
            Choose up to {MAX_FOLLOWED} countries by their stars beside the map
          </Link>
          {data && data.countries.length > 0 && <Legend />}
        </div>
      </Loaded>
    </Panel>
  )
}

/** Height by number of countries while they load. */
const SPACE: Readonly<Record<number, string>> = {
  0: 'h-6',
  1: 'h-71 md:h-36 xl:h-23.5',
  2: 'h-142 md:h-72 xl:h-47',
  3: 'h-213 md:h-108 xl:h-70.5',
  4: 'h-284 md:h-144 xl:h-94',
  5: 'h-355 md:h-180 xl:h-117.5',
}

function Country(props: { country: BriefingCountry; day: string; zone: string }) {
  const { country, day, zone } = props
  const { area, name, hours, lines } = country
  const view = { area, day, zone, as_of: null }
  const figures = briefingFigures(country, view)
  return (
    <section
      aria-labelledby={`briefing-${area}`}
      className="group/country grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 py-1.5 xl:grid-cols-[8.5rem_200px_minmax(0,1fr)]"
    >
      <div className="flex items-center gap-1">
        <h3 id={`briefing-${area}`} className="font-semibold">
          {name}
        </h3>
        <RampAlert country={country} />
      </div>
      <Link
        to={viewAddress(view, { usual: 'true' })}
        aria-label={`Chart of ${name}`}
        className="w-full max-w-50 justify-self-end rounded-control"
      >
        <DayLine hours={hours} />
      </Link>
      {figures.length === 0 ? (
        <p className="col-span-2 text-ink-muted xl:col-span-1">{lines[0]?.sentence}</p>
      ) : (
        <ul className="col-span-2 -mx-2 grid grid-cols-2 gap-y-1 md:grid-cols-[1.3fr_1.3fr_1fr_0.9fr_0.9fr] xl:col-span-1">
          {figures.map(({ label, figure, detail, address }) => (
            <li key={label}>
              <Link to={address} className="group block rounded-control px-2 py-0.5 hover:bg-sunken">
                <span className="block text-xs text-ink-muted">{label}</span>
                <span className="block text-xl leading-6 font-semibold group-hover:text-accent-strong">
                  {figure}
                </span>
                <span className="block text-xs text-ink-muted">{detail}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Sentences lines={lines} />
    </section>
  )
}

/** Link to a new alert on ramps steeper than tomorrow's, visible on hover or focus. */
function RampAlert({ country: { area, name, lines } }: { country: BriefingCountry }) {
  const rampMw = lines.find((line) => line.subject === 'Forecast')?.figures.ramp_mw ?? null
  if (rampMw === null) return null
  const limit = `${rampMw < 0 ? 'below' : 'above'}=${Math.round(rampMw)}`
  return (
    <Link
      to={`/account?area=${area}&measure=ramp&${limit}`}
      aria-label={`Alert me of steeper ramps in ${name}`}
      title="Alert me of steeper ramps"
      className="rounded-control p-1 text-ink-muted opacity-0 group-focus-within/country:opacity-100 group-hover/country:opacity-100 hover:text-accent-strong focus-visible:opacity-100 pointer-coarse:opacity-100 print:hidden"
    >
      <Bell aria-hidden className="size-4" />
    </Link>
  )
}

/** Changes and data problems are visible; other sentences are for screen readers. */
function Sentences({ lines }: Pick<BriefingCountry, 'lines'>) {
  const notable = notableLines(lines)
  return (
    <div className="col-span-2 min-h-9 text-sm md:min-h-4.5 xl:col-start-2">
      <ul className="sr-only">
        {lines
          .filter((line) => !notable.includes(line))
          .map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
      {notable.length > 0 && (
        <p className="text-ink-muted">
          {notable.map(({ sentence, address }) => (
            <Link
              key={address}
              to={address}
              className="mr-3 rounded-control hover:text-accent-strong hover:underline"
            >
              {sentence}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

const [WIDTH, HEIGHT] = [200, 40]
const FINAL = `var(${curveVariable(SOURCE_LOOKS.final.colourIndex)})`
const USUAL = `var(${curveVariable(COMPARISON_LOOK.colourIndex)})`

function DayLine({ hours }: { hours: readonly BriefingHour[] }) {
  const values = hours
    .flatMap((hour) => [hour.final_mw, hour.p10_mw, hour.p90_mw, hour.usual_p10_mw, hour.usual_p90_mw])
    .filter((mw) => mw !== null)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (hour: number) => 2 + ((WIDTH - 4) * hour) / Math.max(1, hours.length - 1)
  const y = (mw: number) => 3 + (HEIGHT - 6) * (1 - (mw - least) / Math.max(1, most - least))
  const line = (of: (hour: BriefingHour) => number | null) =>
    hours
      .map((hour, index) => ({ mw: of(hour), index }))
      .map(({ mw, index }, at, all) =>
        mw === null ? '' : `${(all[at - 1]?.mw ?? null) === null ? 'M' : 'L'}${x(index)} ${y(mw)}`,
      )
      .join('')
  const area = (low: 'p10_mw' | 'usual_p10_mw', high: 'p90_mw' | 'usual_p90_mw') => {
    const known = hours.flatMap((hour, index) => {
      const [lowMw, highMw] = [hour[low], hour[high]]
      return lowMw === null || highMw === null ? [] : [{ lowMw, highMw, index }]
    })
    const upper = known.map(({ highMw, index }) => `${x(index)} ${y(highMw)}`)
    const lower = known.map(({ lowMw, index }) => `${x(index)} ${y(lowMw)}`).toReversed()
    return known.length === 0 ? '' : `M${[...upper, ...lower].join('L')}Z`
  }
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-10 w-full forced-color-adjust-none [&_path]:[vector-effect:non-scaling-stroke]"
    >
      <path d={area('usual_p10_mw', 'usual_p90_mw')} fill={USUAL} opacity={0.25} />
      <path d={area('p10_mw', 'p90_mw')} fill={FINAL} opacity={0.35} />
      {least < 0 && most > 0 && (
        <path d={`M0 ${y(0)}H${WIDTH}`} className="stroke-line-strong" strokeDasharray="2 2" />
      )}
      <path d={line(({ final_mw }) => final_mw)} fill="none" stroke={FINAL} strokeWidth={1.5} />
    </svg>
  )
}

const LINES = [
  { name: 'Final forecast', style: 'h-0.5', background: FINAL, opacity: 1 },
  { name: 'P10–P90', style: 'h-2 rounded-xs', background: FINAL, opacity: 0.35 },
  { name: 'Usual range', style: 'h-2 rounded-xs', background: USUAL, opacity: 0.25 },
]

function Legend() {
  return (
    <ul aria-label="Lines" className="flex flex-wrap gap-x-3">
      {LINES.map(({ name, style, ...look }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={`w-4 forced-color-adjust-none ${style}`} style={look} />
          {name}
        </li>
      ))}
    </ul>
  )
}
