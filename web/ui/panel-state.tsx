import { CalendarClock, CircleAlert, CircleDashed, Lock, type LucideIcon, WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Skeleton } from './panel.tsx'

interface Failure {
  state: 'failed' | 'away' | 'forbidden'
  /** A sentence; `null` during a retry, when the reason is no longer known. */
  reason: string | null
}

type State = 'loading' | 'empty' | 'unpublished' | Failure['state']

const ICONS: Readonly<Record<Exclude<State, 'loading'>, LucideIcon>> = {
  empty: CircleDashed,
  unpublished: CalendarClock,
  failed: CircleAlert,
  away: WifiOff,
  forbidden: Lock,
}

/** Replaces the contents of a panel: its state as a sentence, and an action. */
export function PanelState(props: {
  state: State
  title?: string
  children: ReactNode
  action?: ReactNode
  isCompact?: boolean
  /** Sets about the height of the contents. */
  className?: string | undefined
}) {
  const { state, title, isCompact = false } = props
  const isLoading = state === 'loading'
  const Icon = isLoading ? null : ICONS[state]
  return (
    <div
      aria-live="polite"
      aria-busy={isLoading}
      data-panel={state}
      className={classNames(
        'relative flex w-full rounded-control text-ink-muted',
        isCompact
          ? 'items-center gap-2.5 text-left'
          : 'flex-col items-center justify-center gap-2 bg-sunken/60 px-6 py-4 text-center',
        props.className,
      )}
    >
      {isLoading && <Skeleton className="absolute inset-0" />}
      {Icon !== null && (
        <Icon
          aria-hidden
          className={classNames(
            'shrink-0',
            isCompact ? 'size-4' : 'size-7',
            (state === 'failed' || state === 'forbidden') && 'text-danger',
          )}
        />
      )}
      <div
        className={classNames(
          isCompact ? 'min-w-0 grow' : 'max-w-96 text-balance',
          isLoading && 'panel-state-later relative px-3',
        )}
      >
        {title !== undefined && <p className="font-medium text-ink">{title}</p>}
        <div className="wrap-anywhere">{props.children}</div>
      </div>
      {props.action}
    </div>
  )
}

/** Contents stay after a later failure; the page itself reports that network or server are away. */
export function Loaded(props: {
  subject: string
  isLoaded: boolean
  failure: Failure | null
  onReload: () => void
  className?: string
  children: ReactNode
}) {
  const { subject, isLoaded, className } = props
  const [lastFailure, setLastFailure] = useState<Failure | null>(null)
  const failure = props.failure?.reason === null ? lastFailure : props.failure
  if (failure !== null && failure.reason !== lastFailure?.reason) setLastFailure(failure)
  function reload(): void {
    setLastFailure(null)
    props.onReload()
  }
  return (
    <div tabIndex={-1} className="flex min-w-0 flex-col gap-3 outline-none">
      {isLoaded && props.children}
      {failure === null && !isLoaded && (
        <PanelState state="loading" className={className}>
          {subject} is loading…
        </PanelState>
      )}
      {failure !== null && !(isLoaded && failure.state === 'away') && (
        <PanelState
          state={failure.state}
          isCompact={isLoaded}
          className={isLoaded ? undefined : classNames('min-h-fit', className)}
          action={
            <Button size="small" onPress={reload}>
              Try again
            </Button>
          }
        >
          {subject} could not be loaded. {failure.reason}
        </PanelState>
      )}
    </div>
  )
}
