import { useQuery } from '@tanstack/react-query'

import type { ChangeBase } from '#contract/forecast-rows.ts'
import { changesQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { Loaded } from '#web/ui/panel-state.tsx'

import { largestChanges } from './changes.ts'

const SHOWN = 3

/** Where the forecast changed most, and in which part, in words. A press chooses country and hour. */
export function LargestChanges(props: {
  day: string
  base: ChangeBase
  /** Names the run that is compared with; null where there is none to name. */
  againstWords: string | null
  onChoose: (code: string, key: string) => void
}) {
  const query = useQuery(changesQuery(props.day, props.base))
  const largest = largestChanges(query.data ?? [], SHOWN)
  return (
    <div className="flex flex-col gap-1">
      {/* Its place is kept, so that the table below does not move. */}
      {props.base !== 'tso' && (
        <p className="min-h-[1.125rem] text-sm text-ink-muted">{props.againstWords}</p>
      )}
      <Loaded subject="What changed" {...loadingOf(query)} className="h-18">
        {largest.length === 0 ? (
          <p>{query.data?.length === 0 ? 'There is nothing to compare on this day.' : 'Nothing differs.'}</p>
        ) : (
          <ol aria-label="Largest changes" className="tabular flex flex-col">
            {largest.map(({ code, key, words }) => (
              <li key={code}>
                <button
                  type="button"
                  className="min-h-6 cursor-pointer rounded-control text-left hover:underline"
                  onClick={() => props.onChoose(code, key)}
                >
                  {words}
                </button>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </div>
  )
}
