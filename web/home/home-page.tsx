import { ArrowRight, ChartSpline, ListChecks } from 'lucide-react'
import { Link } from 'react-router'

import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'

import { MarketFigures } from './market-figures.tsx'

const TIPS = [
  { title: 'Create a graph', text: 'Each graph is a card. Add as many as you like.' },
  { title: 'Pick a country and energy type', text: 'A region shows the sum of its countries.' },
  { title: 'Click Run Query', text: 'Actual values and forecasts are drawn over time.' },
]

/** @param props.linkedPage the address that was opened without a session; null if there was none */
export function HomePage({ linkedPage }: { linkedPage: string | null }) {
  const isLinkedDashboard = linkedPage !== null && linkedPage.startsWith('/dashboard')
  const dashboard = isLinkedDashboard ? linkedPage : '/dashboard'
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 py-4 sm:py-8">
      <title>Home · Energy Metrics</title>
      <div className="flex flex-col gap-1">
        <h1 className="text-2xl font-semibold tracking-tight">Welcome back!</h1>
        <p className="text-lg text-ink-muted">
          Load, solar, wind and forecasts for the European power market.
        </p>
      </div>
      {linkedPage !== null && (
        <Notice
          tone="info"
          action={
            <Link to={linkedPage} className={buttonStyle('secondary', 'small')}>
              Open the link
            </Link>
          }
        >
          You opened a link to {isLinkedDashboard ? 'a dashboard' : 'the model page'} before you signed in.
        </Notice>
      )}
      <MarketFigures />
      <div className="grid gap-4 md:grid-cols-5">
        <Panel className="flex flex-col gap-3 p-6 md:col-span-2" aria-labelledby="go-to-dashboard">
          <ChartSpline aria-hidden className="size-6 text-accent" />
          <h2 id="go-to-dashboard" className="text-lg font-semibold">
            <Link to={dashboard} className="rounded-control hover:underline">
              Go to Dashboard
            </Link>
          </h2>
          <p className="text-ink-muted">
            Build graphs of residual load, solar and wind for the areas that you follow.
          </p>
          <div className="mt-auto pt-3">
            <Link to={dashboard} className={buttonStyle('primary', 'large')}>
              Open Dashboard
              <ArrowRight aria-hidden />
            </Link>
          </div>
        </Panel>
        <Panel className="flex flex-col gap-3 p-6 md:col-span-3" aria-labelledby="quick-start">
          <ListChecks aria-hidden className="size-6 text-accent" />
          <h2 id="quick-start" className="text-lg font-semibold">
            Quick Start
          </h2>
          <ol className="flex flex-col gap-4">
            {TIPS.map(({ title, text }, index) => (
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
    </div>
  )
}
