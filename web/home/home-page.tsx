import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ChartSpline, ChevronDown, ListChecks } from 'lucide-react'
import { Link, useNavigate } from 'react-router'

import { status } from '#web/api/status.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { BriefingPanel } from './briefing-panel.tsx'

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
