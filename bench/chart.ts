import type { Browser, Page } from '@playwright/test'

import { withBrowser } from './browser.ts'
import type { RoundSetup } from './chart/page.tsx'
import { atMost, compareRounds, type Figure, median } from './figure.ts'
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

/** How thoroughly to measure. */
interface Effort {
  /** How many of the goals, in their order. */
  goals: number
  rounds: number
}

const THOROUGH: Effort = { goals: GOALS.length, rounds: 15 }
/** One chart with few values and one with many. */
const BRIEF: Effort = { goals: 2, rounds: 5 }

interface ChartResult {
  figures: Figure[]
  /** The longest frame (ms) while hovering over one of the last goal's cards: the median of all rounds. */
  longestHoverFrameMs: number
}

/** The product's chart against the bare engine, and the longest frame while hovering. */
export async function measureChart(): Promise<Figure[]> {
  const { figures, longestHoverFrameMs } = await runGoals(THOROUGH)
  return [
    ...figures,
    atMost(
      {
        what: 'longest frame while hovering over twelve cards',
        against: 'a frame nobody notices',
        unit: 'ms',
      },
      longestHoverFrameMs,
      LONGEST_FRAME_MS,
    ),
  ]
}

/** The first of them, in a quarter of the time. */
export async function measureChartBriefly(): Promise<Figure[]> {
  return (await runGoals(BRIEF)).figures
}

/** Times the product's chart and the bare engine in turn, on their own page. */
async function runGoals({ goals, rounds }: Effort): Promise<ChartResult> {
  return withBrowser(async (browser) => {
    const page = await openPage(browser, 'bench/chart', 'runRound')
    const figures: Figure[] = []
    let longestHoverFrameMs = Number.NaN
    for (const goal of GOALS.slice(0, goals)) {
      const { product, bare } = await inTurns(browser, page, goal, rounds)
      figures.push(figure(goal, 'paint', product, bare, (round) => round.paintMs))
      figures.push(figure(goal, 'hover', product, bare, (round) => round.hoverMs))
      longestHoverFrameMs = median(product.map((round) => round.longestHoverMs))
    }
    return { figures, longestHoverFrameMs }
  })
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
): Figure {
  return compareRounds(
    { what: `chart, ${title}, ${what}`, against: 'the bare chart engine', unit: 'ms' },
    { product: product.map(time), reference: bare.map(time) },
    limit,
  )
}
