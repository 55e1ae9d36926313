import { Play, Plus, Undo2 } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { isOwnBackend } from '#web/api/request.ts'
import { retryOpening, useAwaited, useIsOpening } from '#web/dashboard/address/load-from-url.ts'
import { useDashboardUrl } from '#web/dashboard/address/use-dashboard-url.ts'
import { GraphCardPanel } from '#web/dashboard/card/graph-card-panel.tsx'
import { graphStore, runAgain, useGraphCards, useGraphState } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphState } from '#web/dashboard/graphs/graph-store.ts'
import { describeOutcomes } from '#web/dashboard/graphs/graph-text.ts'
import { DashboardsButton, OpenLine, useStartDashboard } from '#web/dashboard/saved/saved-dashboards.tsx'
import { AsOfNotice } from '#web/market/links.tsx'
import { useAnnouncer } from '#web/ui/announcer.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { useReading } from '#web/ui/use-clock.ts'
import { afterPaint } from '#web/ui/use-is-painted.ts'
import { dayOf } from '#web/zone/wall-clock.ts'

import { focusGraphTitle } from './card/chart-frame.tsx'
import { DashboardMenu, runAll } from './dashboard-menu.tsx'

const ADD_BUTTON_ID = 'add-graph'
const OPENING_MS = 5000

export function DashboardPage() {
  const name = useGraphState(({ dashboard }) => dashboard?.name)
  return (
    <div className="flex flex-col gap-5 print:gap-2">
      <title>{name === undefined ? 'Dashboard · Energy Metrics' : `${name} · Dashboard`}</title>
      <DashboardHead />
      <OpenLine />
      <LinkNotices />
      <Cards />
      <OutcomeRegion />
      <Address />
    </div>
  )
}

/** A separate component, so that a new address does not render the page. */
function Address() {
  useDashboardUrl()
  const today = useReading(() => dayOf(Date.now()))
  useEffect(() => graphStore.moveRanges(today), [today])
  const problem = useGraphState((state) => state.problem)
  useEffect(() => {
    if (!problem?.openLater) return undefined
    const timer = setTimeout(retryOpening, OPENING_MS)
    return () => clearTimeout(timer)
  }, [problem])
  return null
}

function DashboardHead() {
  const hasSeveral = useGraphCards((cards) => cards.length > 1)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-xl font-semibold tracking-tight">Metrics Dashboard</h1>
      <div className="flex grow flex-wrap items-center justify-end gap-2 print:hidden">
        {hasSeveral && (
          // First, so that it does not move the others. Phones have it in the menu: the buttons fill one row.
          <Button size="large" className="max-sm:hidden" onPress={runAll}>
            <Play aria-hidden />
            Run all
          </Button>
        )}
        <DashboardsButton />
        <DashboardMenu onAdd={addGraph} />
        <Button id={ADD_BUTTON_ID} variant="primary" size="large" onPress={addGraph}>
          <Plus aria-hidden />
          Add Graph
        </Button>
      </div>
    </div>
  )
}

function LinkNotices() {
  const problem = useGraphState((state) => state.problem)
  const awaited = useAwaited()
  const as_of = useGraphState((state) => state.as_of)
  // Another backend has no history.
  const isOwn = isOwnBackend()
  return (
    <>
      {as_of !== null && isOwn && <AsOfNotice as_of={as_of} onNow={backToNow} />}
      {problem !== null && awaited === null && (
        <Notice tone="caution" onDismiss={graphStore.dismissProblem}>
          {problem.sentence}
        </Notice>
      )}
    </>
  )
}

function backToNow(): void {
  graphStore.backToNow()
  runAgain()
}

function Cards() {
  const isStartExpected = useStartDashboard()
  const isOpening = useIsOpening() || isStartExpected
  const awaited = useAwaited()
  const cards = useGraphCards((all) => all)
  const removed = useGraphState((state) => state.removed)
  const mountedCount = useMountedCount(cards.length)
  if (awaited !== null)
    return (
      <PanelState state="away" className="h-96">
        {awaited} It opens as soon as the server answers.
      </PanelState>
    )
  if (isOpening)
    return (
      <PanelState state="loading" className="h-96">
        The dashboard is loading…
      </PanelState>
    )
  const panels = cards
    .slice(0, mountedCount)
    .map((card, index) => (
      <GraphCardPanel
        key={card.id}
        card={card}
        position={index + 1}
        isLast={index === cards.length - 1}
        onRemove={removeGraph}
      />
    ))
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2 print:block print:space-y-3">
      {removed === null
        ? panels
        : panels.toSpliced(removed.index, 0, <RemovedNotice key="removed" {...removed} />)}
      {cards.length === 0 && (
        <PanelState state="empty" title="No graphs yet" className="col-span-full h-96">
          Add a graph to choose an area and run a query.
        </PanelState>
      )}
    </div>
  )
}

const CARDS_A_FRAME = 2

/** Mounts two more cards per frame: twelve at once take a third of a second without any paint. */
function useMountedCount(total: number): number {
  const [count, setCount] = useState(CARDS_A_FRAME)
  useEffect(
    () =>
      afterPaint(() =>
        startTransition(() => setCount(count + CARDS_A_FRAME < total ? count + CARDS_A_FRAME : Infinity)),
      ),
    [count, total],
  )
  return count
}

function RemovedNotice({ card, index }: NonNullable<GraphState['removed']>) {
  return (
    <Notice
      tone="info"
      className={card.view.isHalfWidth ? '' : 'xl:col-span-2'}
      action={
        <Button size="small" onPress={restoreGraph}>
          <Undo2 aria-hidden />
          Undo
        </Button>
      }
      onDismiss={dismissRemoved}
    >
      Graph #{index + 1} removed.
    </Notice>
  )
}

/** Focus scrolls the card into view. */
function addGraph(): void {
  flushSync(() => graphStore.add())
  focusGraph(graphStore.state.getState().graphCards.at(-1)?.id)
}

function removeGraph(id: string): void {
  const index = graphStore.state.getState().graphCards.findIndex((card) => card.id === id)
  flushSync(() => graphStore.remove(id))
  const { graphCards } = graphStore.state.getState()
  focusGraph((graphCards[index] ?? graphCards.at(-1))?.id)
}

function restoreGraph(): void {
  const id = graphStore.state.getState().removed?.card.id
  flushSync(() => graphStore.restore())
  focusGraph(id)
}

function dismissRemoved(): void {
  graphStore.forgetRemoved()
  focusGraph(undefined)
}

function focusGraph(id: string | undefined): void {
  if (id === undefined) document.getElementById(ADD_BUTTON_ID)?.focus()
  else focusGraphTitle(id)
}

function OutcomeRegion() {
  const { ref, announce } = useAnnouncer<HTMLOutputElement>()
  useEffect(
    () =>
      graphStore.state.subscribe((after, before) => {
        const text = describeOutcomes(before.graphCards, after.graphCards)
        if (text !== null) announce(text)
      }),
    [announce],
  )
  return <output ref={ref} className="sr-only" />
}
