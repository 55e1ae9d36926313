import type { Browser, Page } from '@playwright/test'

import { withBrowser } from './browser.ts'
import type { RoundSetup } from './chart/page.tsx'
import { median } from './figure.ts'
import { frameTimes } from './page/frame-times.ts'
import { openPage } from './page/open-page.ts'
import { trace } from './trace.ts'

const WARM_UPS = 2
const LONGEST_FRAME_MS = 50
const HOUR_S = 3600

interface Goal {
  title: string
  against: RoundSetup['subject']
  charts: number
  points: number
  stepS: number
  /** The limit for the product, as a multiple of the bare engine's time. */
  limit: number
}

const GOALS: readonly Goal[] = [
  { title: '4 × 168 points', against: 'splined', charts: 1, points: 168, stepS: HOUR_S, limit: 1.2 },
  { title: '4 × 8,760 points', against: 'straight', charts: 1, points: 8760, stepS: HOUR_S, limit: 1.2 },
  {
    title: '4 × 35,040 points',
    against: 'straight',
    charts: 1,
    points: 35_040,
    stepS: HOUR_S / 4,
    limit: 1.2,
  },
  {
    title: '12 cards × 4 × 8,760 points',
    against: 'straight',
    charts: 12,
    points: 8760,
    stepS: HOUR_S,
    limit: 1.3,
  },
]

/** One figure of this benchmark and its upper limit. */
export interface ChartFigure {
  title: string
  /** Median work of the main thread for the product and for the bare engine, in milliseconds. */
  productMs: number
  bareMs: number
  /** The median of the ratios of each product round to the bare round right after it, so both see the same load. */
  ratio: number
  limit: number
}

export interface ChartResult {
  figures: ChartFigure[]
  /** The longest frame (ms) while hovering over one of the last goal's cards: the median of all rounds. */
  longestHoverFrameMs: number
  longestHoverFrameLimitMs: number
}

/** How thoroughly to measure. */
export interface Effort {
  /** How many of the goals, in their order. */
  goals: number
  rounds: number
}

export const THOROUGH: Effort = { goals: GOALS.length, rounds: 15 }
/** One chart with few values and one with many. */
export const BRIEF: Effort = { goals: 2, rounds: 5 }

/** Times the product's chart and the bare engine in turn, on their own page. */
export async function benchChart(effort: Effort): Promise<ChartResult> {
  return withBrowser(async (browser) =>
    measure(browser, await openPage(browser, 'bench/chart', 'runRound'), effort),
  )
}

async function measure(browser: Browser, page: Page, { goals, rounds }: Effort): Promise<ChartResult> {
  const figures: ChartFigure[] = []
  let longestHoverFrameMs = Number.NaN
  for (const goal of GOALS.slice(0, goals)) {
    const { product, bare } = await inTurns(browser, page, goal, rounds)
    figures.push(figure(goal, 'paint', product, bare, (round) => round.paintMs))
    figures.push(figure(goal, 'hover', product, bare, (round) => round.hoverMs))
    longestHoverFrameMs = median(product.map((round) => round.longestHoverMs))
  }
  return { figures, longestHoverFrameMs, longestHoverFrameLimitMs: LONGEST_FRAME_MS }
}

/** Milliseconds from mounting to painted, and the median and longest frame while the pointer moves. */
interface Round {
  paintMs: number
  hoverMs: number
  longestHoverMs: number
}

async function inTurns(
  browser: Browser,
  page: Page,
  { against, charts, points, stepS }: Goal,
  counted: number,
) {
  const product: Round[] = []
  const bare: Round[] = []
  for (let round = 0; round < WARM_UPS + counted; round++) {
    for (const [subject, rounds] of [
      ['product', product],
      [against, bare],
    ] as const) {
      const result = await runRound(browser, page, { subject, charts, points, stepS })
      if (round >= WARM_UPS) rounds.push(result)
    }
  }
  return { product, bare }
}

async function runRound(browser: Browser, page: Page, setup: RoundSetup): Promise<Round> {
  const events = await trace(browser, page, ['blink.user_timing'], () =>
    page.evaluate((one) => window.runRound(one), setup),
  )
  const [paintMs = Number.NaN, ...hovers] = frameTimes(events)
  return { paintMs, hoverMs: median(hovers), longestHoverMs: Math.max(...hovers) }
}

function figure(
  { title, limit }: Goal,
  what: 'paint' | 'hover',
  product: readonly Round[],
  bare: readonly Round[],
  time: (round: Round) => number,
): ChartFigure {
  return {
    title: `chart, ${title}, ${what}`,
    productMs: median(product.map(time)),
    bareMs: median(bare.map(time)),
    ratio: median(product.map((round, index) => time(round) / time(bare[index] ?? round))),
    limit,
  }
}
