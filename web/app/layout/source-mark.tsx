import { useQuery } from '@tanstack/react-query'

import { settings } from '#web/api/settings.ts'
import { status } from '#web/api/status.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Later marks are on the left, where they move nothing. */
const STYLE = 'mr-1 flex min-h-6 min-w-0 grow flex-row-reverse items-center gap-2 text-sm whitespace-nowrap'
const percent = new Intl.NumberFormat('en-US', { style: 'percent' })

function useMaking(): string | null {
  const { backfill = null, replays = null } = useQuery(status).data ?? {}
  return (
    [
      backfill !== null &&
        `Loading history, ${percent.format(backfill.total === 0 ? 0 : backfill.done / backfill.total)}`,
      replays !== null && `Earlier forecasts are being made: ${replays.done} of ${replays.total} days`,
    ]
      .filter(Boolean)
      .join(' · ') || null
  )
}

/** Shown at widths without room in the header. The height is reserved, so that the footer does not move. */
export function MakingLine() {
  return <p className="-mb-2 min-h-4 w-full text-xs xl:hidden">{useMaking()}</p>
}

export function SourceMark() {
  const known = useQuery(settings).data
  const query = useQuery(status)
  const { source = null, isDemo = false } = query.data ?? known ?? {}
  const { newestActualUtc: newest = null, isStale = false } = query.data ?? {}
  const making = useMaking()
  const age = newest === null ? null : describeAge(Date.parse(newest), query.dataUpdatedAt)
  if (source === null && age === null) return null
  return (
    <div className={STYLE}>
      {source !== null && (
        <span
          className={classNames(
            'truncate rounded-full px-2.5 py-0.5 font-medium',
            isDemo ? 'bg-caution-soft text-caution' : 'bg-sunken text-ink',
          )}
        >
          {isDemo ? 'Demo data' : source}
        </span>
      )}
      <span
        className={classNames(
          'hidden truncate lg:inline',
          isStale ? 'font-medium text-caution' : 'text-ink-muted',
        )}
      >
        {making !== null && (
          <span className="max-xl:hidden">
            {making}
            {age !== null && ' · '}
          </span>
        )}
        {age !== null && (isStale ? `Newest value is old: ${age}` : `Newest value ${age}`)}
      </span>
    </div>
  )
}

const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

export function describeAge(instantMs: number, nowMs: number): string {
  const ageMs = nowMs - instantMs
  const step = STEPS.find(({ ms }) => ageMs >= ms)
  return step === undefined ? 'just now' : relative.format(-Math.floor(ageMs / step.ms), step.unit)
}
