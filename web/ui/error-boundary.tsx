import { Component, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { PanelState } from './panel-state.tsx'

interface ErrorBoundaryProps {
  /** Begins the message: "This graph", "This page". */
  subject: string
  /** `reload`: a part of the page may be missing on the server. */
  recovery?: 'retry' | 'reload'
  /** A change of this value tries again. */
  resetKey?: unknown
  children: ReactNode
}

interface ErrorBoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Pick<ErrorBoundaryState, 'hasFailed'> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <Failure {...this.props} onTryAgain={() => this.setState({ hasFailed: false })} />
  }
}

function Failure(props: Pick<ErrorBoundaryProps, 'subject' | 'recovery'> & { onTryAgain: () => void }) {
  const { subject, recovery, onTryAgain } = props
  const isReload = recovery === 'reload'
  const isAway = !navigator.onLine
  const sentence = isAway
    ? `You are offline. ${subject} loads once the connection is back.`
    : `${subject} could not be shown.`
  return (
    <PanelState
      state={isAway ? 'away' : 'failed'}
      className="min-h-48"
      action={
        <Button onPress={() => (isReload ? location.reload() : onTryAgain())}>
          {isReload ? 'Reload' : 'Try again'}
        </Button>
      }
    >
      {isReload ? <h1>{sentence}</h1> : sentence}
      {!isAway && <p>A part of it could not be loaded, or has an error.</p>}
    </PanelState>
  )
}
