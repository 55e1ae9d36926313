import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'

import { MAX_FOLLOWED } from '#contract/briefing.ts'
import { areaOfCountry } from '#contract/countries.ts'
import { follow, followedQuery } from '#web/api/briefing.ts'
import { useAttempt } from '#web/api/use-attempt.ts'

/** Chooses whether a country is in the briefing of Home. Countries without a forecast cannot be, and another backend has none. */
export function FollowStar({ code, name }: { code: string; name: string }) {
  const { data } = useQuery(followedQuery)
  const { attempt, isBusy } = useAttempt(followedQuery)
  const area = areaOfCountry(code)
  if (data === null || area === null) return null
  const areas = data?.areas ?? []
  const isFollowed = areas.includes(area)
  const isFull = areas.length >= MAX_FOLLOWED && !isFollowed
  return (
    <button
      type="button"
      aria-label={`Follow ${name}`}
      aria-pressed={isFollowed}
      title={isFull ? `Home has ${MAX_FOLLOWED} countries already` : `Follow ${name} on Home`}
      disabled={data === undefined || isBusy || isFull}
      onClick={() => attempt(() => follow(area, !isFollowed))}
      className="flex min-h-8 w-7 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-muted hover:bg-sunken disabled:opacity-50 aria-pressed:text-accent print:hidden"
    >
      <Star aria-hidden className={isFollowed ? 'size-4 fill-current' : 'size-4'} />
    </button>
  )
}
