import { Component, type ReactNode, useEffect } from 'react'

import { buttonStyle } from './button-style.ts'

interface ErrorBoundaryProps {
  /** What failed, as the message names it: "This graph", "This page". */
  subject: string
  /** How the user goes on: draw it again, or reload the page because a part of it may be missing. */
  recovery?: 'retry' | 'reload'
  /** Begins something that goes on while the failure is shown, and returns the function that ends it. */
  whileFailed?: () => () => void
  /** A change of this value tries again: new data, another page. */
  resetKey?: unknown
  children: ReactNode
}

interface ErrorBoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

/** Catches a failure of its contents, so that everything around it keeps working. */
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

function Failure(
  props: Pick<ErrorBoundaryProps, 'subject' | 'recovery' | 'whileFailed'> & { onTryAgain: () => void },
) {
  const { subject, recovery, whileFailed, onTryAgain } = props
  useEffect(() => whileFailed?.(), [whileFailed])
  const isReload = recovery === 'reload'
  const Message = isReload ? 'h1' : 'p'
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-3 p-8 text-center">
      <Message className="text-lg font-medium text-ink">{subject} could not be shown.</Message>
      <button
        type="button"
        className={buttonStyle('secondary')}
        onClick={() => (isReload ? location.reload() : onTryAgain())}
      >
        {isReload ? 'Reload' : 'Try again'}
      </button>
    </div>
  )
}
