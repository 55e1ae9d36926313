import type { MemberCode } from '#contract/areas.ts'
import { MINUTE_MS, type Span } from '#contract/time.ts'
import { isCopy } from '#server/quality/day-judge.ts'
import { type JudgedDay, readJudgedDays } from '#server/quality/judged-days.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import { byQuantity, QUANTITIES, type Block, type Kind, type Quantity } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

export type ResidualSeries = Awaited<ReturnType<typeof readResiduals>>

/** `span` has whole quarter hours and is cut at `endedByUtc`. */
export async function readResiduals(
  series: Pick<SeriesStore, 'read'>,
  area: MemberCode,
  span: Span,
  endedByUtc: number,
) {
  const days = await readJudgedDays(series, [area], span, endedByUtc)
  const residual = (kind: Kind, isInTime = false) =>
    residualBlock(byQuantity((quantity) => days.read({ area, quantity, kind }, isInTime)))
  const ofArea = days.judgedDays.get(area)
  const daysWith = (isMeant: (judged: JudgedDay) => boolean) => {
    const found = QUANTITIES.flatMap((quantity) => ofArea?.[quantity] ?? []).filter(isMeant)
    return new Map(found.map(({ day }) => [day.date, day]))
  }
  const isCopied = (quantity: Quantity, fromUtc: number) =>
    isCopy((ofArea?.[quantity] ?? []).filter(({ day }) => day.toUtc > fromUtc))
  const copied = daysWith(({ copy }) => copy !== null)
  const tsoInTime = residual('tso', true)
  for (const day of copied.values()) clearSpan(tsoInTime, day)
  return {
    actual: residual('actual'),
    load: days.read({ area, quantity: 'load', kind: 'actual' }),
    tso: residual('tso'),
    /** Without days that copy the actual values, and values possibly published after delivery. */
    tsoInTime,
    /** In any part, on the market's days from `fromUtc` on. */
    isTsoCopied: (fromUtc: number) => QUANTITIES.some((quantity) => isCopied(quantity, fromUtc)),
    /** Market days, in order, that are not scored. */
    suspiciousDays: [...daysWith(({ side }) => side !== 0).keys()].toSorted(),
    copiedDays: [...copied.keys()],
  }
}

function clearSpan({ startsAtUtc, stepMinutes, powerMw }: Block, { fromUtc, toUtc }: Span): void {
  const slotAt = (utc: number) => Math.max(0, (utc - startsAtUtc) / (stepMinutes * MINUTE_MS))
  powerMw.fill(NaN, slotAt(fromUtc), slotAt(toUtc))
}
