import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ChartSpline, ChevronDown, ListChecks, ClipboardList } from 'lucide-react'
import { Fragment } from 'react'
import { Link, useNavigate } from 'react-router'

import { type Briefing, type BriefingLine, briefingText, MAX_FOLLOWED } from '#contract/briefing.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { shortDay } from '#contract/words/days.ts'
import { marketDay } from '#contract/zone-time.ts'
import { briefingQuery, followedQuery } from '#web/api/briefing.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { status } from '#web/api/status.ts'
import { withBasePath } from '#web/ui/base-path.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Loaded } from '#web/ui/panel-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useReading } from '#web/ui/ticks.ts'
import { useReport } from '#web/ui/use-report.ts'

const tips = (isOwn: boolean) => [
  { title: 'Create a graph', text: 'Each graph is a card. Add as many as you like.' },
  {
    title: 'Pick a country and energy type',
    text: isOwn ? 'A region shows the sum of its countries.' : 'A region is one of the areas too.',
  },
  { title: 'Click Run Query', text: 'Actual values and forecasts are drawn over time.' },
]

const CARD_TITLE_STYLE = 'flex items-center gap-2 text-lg font-semibold'

/** A page that needed a session when there was none. */
export interface LinkedPage {
  address: string
  /** True if the session ended while the page was open. Otherwise its address was opened without one. */
  hasSessionEnded: boolean
}

/** The start of a visit, with the page that was left for the sign-in page, and ready-made dashboards where our own server answers. */
export function HomePage(props: {
  linkedPage: LinkedPage | null
  starters: readonly { name: string; query: string }[]
}) {
  const { linkedPage, starters } = props
  const navigate = useNavigate()
  const hasOwnBackend = useQuery(status).data !== null
  return (
    <div className="flex flex-col gap-4">
      <title>Home · Energy Metrics</title>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">Welcome back!</h1>
        <p className="text-ink-muted sm:text-lg">
          Load, solar, wind and forecasts for the European power market.
        </p>
      </div>
      <div className="grid gap-4 md:grid-cols-5">
        <Panel className="flex flex-col gap-3 p-4 sm:p-6 md:col-span-2" aria-labelledby="go-to-dashboard">
          <h2 id="go-to-dashboard" className={CARD_TITLE_STYLE}>
            <ChartSpline aria-hidden className="size-5 text-accent" />
            <Link to="/dashboard" className="rounded-control hover:underline">
              Go to Dashboard
            </Link>
          </h2>
          <p className="text-ink-muted">
            Build graphs of residual load, solar and wind for the areas that you follow.
          </p>
          <div className="mt-auto flex flex-wrap gap-2 pt-1">
            <Link to="/dashboard" className={buttonStyle('primary', 'large')}>
              Open Dashboard
              <ArrowRight aria-hidden />
            </Link>
            {hasOwnBackend && (
              <Menu
                label="Ready-made dashboards"
                trigger={
                  <Button size="large">
                    {/* On a narrow screen both buttons stand in one line. */}
                    <span>
                      Ready-made<span className="max-xl:sr-only"> dashboards</span>
                    </span>
                    <ChevronDown aria-hidden />
                  </Button>
                }
                groups={[
                  starters.map(({ name, query }) => ({
                    label: name,
                    onAction: () => void navigate(`/dashboard${query}`),
                  })),
                ]}
              />
            )}
          </div>
        </Panel>
        <Panel className="flex flex-col gap-3 p-4 sm:p-6 md:col-span-3" aria-labelledby="quick-start">
          <h2 id="quick-start" className={CARD_TITLE_STYLE}>
            <ListChecks aria-hidden className="size-5 text-accent" />
            Quick Start
          </h2>
          <ol className="flex flex-col gap-3">
            {tips(hasOwnBackend).map(({ title, text }, index) => (
              <li key={title} className="flex gap-3">
                <span
                  aria-hidden
                  className="tabular flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
                >
                  {index + 1}
                </span>
                <div>
                  <p className="font-medium">{title}</p>
                  <p className="text-ink-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      {linkedPage !== null && <LinkedPageNotice {...linkedPage} />}
      <BriefingPanel />
    </div>
  )
}

function LinkedPageNotice({ address, hasSessionEnded }: LinkedPage) {
  const page = address.startsWith('/dashboard') ? 'this dashboard' : 'the model page'
  return (
    <Notice
      tone="info"
      action={
        <Link to={address} className={buttonStyle('secondary', 'small')}>
          {hasSessionEnded ? 'Open it again' : 'Open the link'}
        </Link>
      }
    >
      {hasSessionEnded
        ? `The last session ended while ${page} was open.`
        : 'You opened a link before you signed in.'}
    </Notice>
  )
}

/** Tomorrow in the countries that the user follows, in sentences. It is left out with another backend, and while nothing is stored. */
function BriefingPanel() {
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
