import { Component, type ReactNode } from 'react'

import { buttonStyle } from './button-style.ts'

interface ErrorBoundaryProps {
  /** What failed, as it is told: "This graph", "This page". */
  subject: string
  /** A change of it tries again: new data, another page. */
  resetKey?: unknown
  children: ReactNode
}

interface ErrorBoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

/** Holds a failure of what it contains to itself, so that everything around it stays alive. */
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
    return (
      <div role="alert" className="flex flex-col items-center justify-center gap-3 p-8 text-center">
        <p className="text-base text-ink">{this.props.subject} could not be shown.</p>
        <button
          type="button"
          className={buttonStyle('secondary')}
          onClick={() => this.setState({ hasFailed: false })}
        >
          Try again
        </button>
      </div>
    )
  }
}
