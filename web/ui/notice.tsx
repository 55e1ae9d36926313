import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

const TONES = {
  danger: { icon: CircleAlert, style: 'border-danger/40 bg-danger-soft text-danger' },
  caution: { icon: TriangleAlert, style: 'border-caution/40 bg-caution-soft text-caution' },
  info: { icon: Info, style: 'border-accent/30 bg-accent-soft text-ink' },
}

interface NoticeProps {
  tone: keyof typeof TONES
  children: ReactNode
  /** A button at its end, such as Retry. */
  action?: ReactNode
  /** Adds a button that takes it away. */
  onDismiss?: () => void
  className?: string
}

/** A banner that screen readers announce when it appears. */
export function Notice(props: NoticeProps) {
  const { icon: Icon, style } = TONES[props.tone]
  return (
    <div
      role={props.tone === 'danger' ? 'alert' : 'status'}
      data-tone={props.tone}
      className={classNames(
        'flex items-center gap-2.5 rounded-control border px-3 py-2 text-base',
        style,
        props.className,
      )}
    >
      <Icon
        aria-hidden
        className={classNames(
          'size-4 shrink-0',
          !props.action && !props.onDismiss && 'translate-y-0.5 self-start',
        )}
      />
      <div className="min-w-0 grow">{props.children}</div>
      {props.action}
      {props.onDismiss && <IconButton icon={X} aria-label="Dismiss" onPress={props.onDismiss} />}
    </div>
  )
}

const LATE_ID = 'late-notices'
const never = () => () => undefined

/** The lower edge of the window, where notices that come later move nothing. It is the last part of the page. */
export function LateNotices() {
  return (
    <div
      id={LATE_ID}
      aria-live="polite"
      className="pointer-events-none sticky bottom-3 z-25 flex flex-col items-start gap-2 not-empty:mt-4 *:pointer-events-auto *:shadow-overlay sm:*:max-w-2xl print:static"
    />
  )
}

/** A notice in that place. One that may stay for hours can be dismissed, and with another key comes again. */
export function LateNotice({ canDismiss = false, ...props }: NoticeProps & { canDismiss?: boolean }) {
  // In the first frame of a page it is not there yet.
  const place = useSyncExternalStore(never, () => document.querySelector(`#${LATE_ID}`))
  const [isDismissed, setDismissed] = useState(false)
  if (place === null || isDismissed) return null
  return createPortal(
    <Notice {...props} {...(canDismiss && { onDismiss: () => setDismissed(true) })} />,
    place,
  )
}
