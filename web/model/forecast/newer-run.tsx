import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { RunsAnswer } from '#contract/accuracy.ts'
import { status } from '#web/api/status.ts'
import { Button } from '#web/ui/button.tsx'

import { runClock } from './run-words.ts'

interface NewerRunProps {
  /** The delivery day on the screen, and its runs. */
  day: string
  runs: RunsAnswer | null | undefined
  isFollowing: boolean
  onFollowChange: (isFollowing: boolean) => void
  /** Shows the newer run. */
  renew: () => Promise<void>
  /** Takes the focus from the button that goes away. */
  onShow: () => void
}

/** Says that a newer run than that on the screen is there, and shows it: on a press, or by itself where the user follows. */
export function NewerRun({ day, runs, isFollowing, onFollowChange, renew, onShow }: NewerRunProps) {
  const { data, dataUpdatedAt } = useQuery(status)
  const { mutate, isError } = useMutation({ mutationFn: renew })
  const newest = data?.newestRun ?? null
  const isOfDay = newest !== null && newest.day === day && runs?.day === day
  const isNewer =
    isOfDay &&
    Object.values(runs.runs).every(({ issuedAt }) => Date.parse(issuedAt) < Date.parse(newest.issuedAtUtc))
  // Once for every state of the source that was asked for, so again after a failure.
  useEffect(() => {
    if (isFollowing && isNewer && dataUpdatedAt > 0) mutate()
  }, [isFollowing, isNewer, dataUpdatedAt, mutate])
  if (!isOfDay || (!isNewer && !isFollowing)) return null
  return (
    <div className="flex items-center gap-1 py-1 text-sm text-ink-muted print:hidden">
      <output className="pr-1">
        {!isNewer
          ? 'Newer runs are shown by themselves'
          : isError
            ? 'A newer run could not be loaded'
            : `Run of ${runClock(newest.issuedAtUtc)} is there`}
      </output>
      {isNewer && !isFollowing && (
        <Button
          size="small"
          onPress={() => {
            onShow()
            mutate()
          }}
        >
          Show
        </Button>
      )}
      <Button variant="quiet" size="small" onPress={() => onFollowChange(!isFollowing)}>
        {isFollowing ? 'Stop' : 'Follow'}
      </Button>
    </div>
  )
}
