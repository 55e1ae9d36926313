import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { addDays } from '#contract/zone-time.ts'
import { status } from '#web/api/status.ts'
import { Button } from '#web/ui/button.tsx'
import { LateNotice } from '#web/ui/notice.tsx'
import { timeOf } from '#web/zone/wall-clock.ts'

import { stampOf } from './delivery-day.ts'
import type { ModelState } from './use-forecast.ts'

export function NewerRun(props: { state: ModelState; renew: () => Promise<void>; onShow: () => void }) {
  const { state, renew, onShow } = props
  const { day } = state
  const runs = state.runs.data
  const [{ follow: isFollowing }, changeView] = state.address
  const { data, dataUpdatedAt } = useQuery(status)
  const values = useNewerValues(state, data?.newestActualUtc ?? null)
  const { mutate, isError } = useMutation({ mutationFn: renew, onSuccess: values.note })
  const newest = data?.newestRun ?? null
  const isOfDay = newest !== null && newest.day === day && runs?.day === day
  const hasRun =
    isOfDay &&
    Object.values(runs.runs).every(({ issuedAt }) => Date.parse(issuedAt) < Date.parse(newest.issuedAtUtc))
  const isNewer = hasRun || values.areThere
  // `dataUpdatedAt`: tries again with each new status.
  useEffect(() => {
    if (isFollowing && isNewer && dataUpdatedAt > 0) mutate()
  }, [isFollowing, isNewer, dataUpdatedAt, mutate])
  if (!isNewer && !(isOfDay && isFollowing)) return null
  return (
    <LateNotice
      tone="info"
      className="print:hidden"
      action={
        <>
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
          <Button variant="quiet" size="small" onPress={() => changeView({ follow: !isFollowing })}>
            {isFollowing ? 'Stop' : 'Follow'}
          </Button>
        </>
      }
    >
      {!isNewer
        ? 'New runs are shown automatically'
        : isError
          ? 'The newer values could not be loaded'
          : hasRun
            ? `Run of ${timeOf(newest.issuedAtUtc)} is available`
            : 'Newer values are available'}
    </LateNotice>
  )
}

/** `areThere`: actual values of the day have arrived since `note` or since the day was opened. */
function useNewerValues({ day, runs }: ModelState, newestUtc: string | null) {
  const [knownUtc, setKnownUtc] = useState(newestUtc)
  if (knownUtc === null && newestUtc !== null) setKnownUtc(newestUtc)
  const hasMoved = knownUtc !== null && newestUtc !== null && newestUtc > knownUtc && runs.data?.day === day
  const beginsS = stampOf(day, '00:00') ?? Infinity
  const endsS = stampOf(addDays(day, 1), '00:00') ?? 0
  const areThere = hasMoved && Date.parse(newestUtc) / 1000 > beginsS && Date.parse(knownUtc) / 1000 < endsS
  return { areThere, note: () => setKnownUtc(newestUtc) }
}
