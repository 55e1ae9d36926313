import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ChartSpline, ChevronDown, ListChecks } from 'lucide-react'
import { Link, useNavigate } from 'react-router'

import { status } from '#web/api/status.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PHONE, useMediaQuery } from '#web/ui/use-media-query.ts'

import { BriefingPanel } from './briefing-panel.tsx'

const tips = (isOwn: boolean) => [
  { title: 'Create a graph', text: 'A card for each graph.' },
  {
    title: 'Pick a country and energy type',
    text: isOwn ? 'A region sums its countries.' : 'A region is one of the areas too.',
  },
  { title: 'Click Run Query', text: 'Values and forecasts appear.' },
]

const CARD_TITLE_STYLE = 'flex items-center gap-2 text-lg font-semibold'

/** A page opened without a session. */
export interface LinkedPage {
  address: string
  /** The session ended while the page was open. */
  hasSessionEnded: boolean
}

type Starters = readonly { name: string; query: string }[]

/** `starters` appear only with our own backend. */
export function HomePage({ linkedPage, starters }: { linkedPage: LinkedPage | null; starters: Starters }) {
  const hasOwnBackend = useQuery(status).data !== null
  return (
    <div className="flex flex-col gap-3 sm:gap-4">
      <title>Home · Energy Metrics</title>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="text-xl font-semibold">Welcome back!</h1>
        <p className="text-ink-muted max-sm:hidden">
          Load, solar, wind and forecasts for the European power market.
        </p>
      </div>
      {linkedPage !== null && <LinkedPageNotice {...linkedPage} />}
      <div className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <DashboardCard />
        <QuickStart starters={hasOwnBackend ? starters : []} />
      </div>
      <BriefingPanel />
    </div>
  )
}

function DashboardCard() {
  return (
    <Panel
      className="flex flex-wrap items-center justify-between gap-1 px-4 py-3 sm:px-6"
      aria-labelledby="go-to-dashboard"
    >
      <h2 id="go-to-dashboard" className={CARD_TITLE_STYLE}>
        <ChartSpline aria-hidden className="size-5 shrink-0 text-accent" />
        <Link to="/dashboard" className="rounded-control hover:underline">
          Go to Dashboard
        </Link>
      </h2>
      <Link to="/dashboard" className={buttonStyle('primary')}>
        Open Dashboard
        <ArrowRight aria-hidden className="max-sm:hidden" />
      </Link>
    </Panel>
  )
}

function QuickStart({ starters }: { starters: Starters }) {
  const navigate = useNavigate()
  const isOwn = starters.length > 0
  const isPhone = useMediaQuery(PHONE)
  return (
    <Panel className="flex min-w-0 flex-col gap-1 px-4 py-2.5 sm:px-6" aria-labelledby="quick-start">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="quick-start" className={CARD_TITLE_STYLE}>
          <ListChecks aria-hidden className="size-5 text-accent" />
          Quick Start
        </h2>
        {isOwn && (
          <Menu
            label="Ready-made dashboards"
            trigger={
              <Button size="small" variant="quiet">
                <span>
                  Ready-made<span className="max-sm:sr-only"> dashboards</span>
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
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={isPhone ? 0 : undefined}
        aria-labelledby="quick-start"
        className="-mx-4 flex snap-x scroll-px-4 gap-x-4 overflow-x-auto px-4 sm:mx-0 sm:grid sm:grid-cols-[auto_auto_auto] sm:px-0"
      >
        {tips(isOwn).map(({ title, text }, index) => (
          <li key={title} className="flex w-64 shrink-0 snap-start gap-2 sm:w-auto">
            <span
              aria-hidden
              className="tabular flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              <p className="text-sm text-ink-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function LinkedPageNotice({ address, hasSessionEnded }: LinkedPage) {
  const page = address.startsWith('/dashboard') ? 'this dashboard' : `the ${address.split(/\W/)[1]} page`
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
