import { type ReactNode, useRef } from 'react'

import type { LoadedState } from '#web/model/forecast/use-accuracy-over-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The contents, or that they load or could not be loaded. */
export function Loaded(props: { state: LoadedState<object | null>; subject: string; children: ReactNode }) {
  const { state, subject } = props
  const placeRef = useRef<HTMLDivElement>(null)
  function reload(): void {
    // The notice with the pressed button goes away.
    placeRef.current?.focus()
    state.reload()
  }
  return (
    <div ref={placeRef} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {state.hasFailed && (
        <Notice
          tone="caution"
          action={
            <Button size="small" onPress={reload}>
              Load again
            </Button>
          }
        >
          {subject} could not be loaded.
        </Notice>
      )}
      {state.answer === undefined ? !state.hasFailed && <Skeleton className="h-96 w-full" /> : props.children}
    </div>
  )
}
