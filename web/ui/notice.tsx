import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
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
  action?: ReactNode
  onDismiss?: () => void
  className?: string
}

/** Announced by screen readers when it appears. */
export function Notice(props: NoticeProps) {
  const { icon: Icon, style } = TONES[props.tone]
  return (
    <div
      role={props.tone === 'danger' ? 'alert' : 'status'}
      data-tone={props.tone}
      className={classNames(
        'flex items-center gap-2.5 rounded-control border px-3 py-2 text-base transition-opacity duration-150 starting:opacity-0',
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
      <div className="min-w-0 grow wrap-anywhere">{props.children}</div>
      {props.action}
      {props.onDismiss && <IconButton icon={X} aria-label="Dismiss" onPress={props.onDismiss} />}
    </div>
  )
}

/** Where the layout shows late notices; `null` before its first render. */
export const NoticePlace = createContext<Element | null>(null)

/** A dismissed notice returns with another React key. */
export function LateNotice({ canDismiss = false, ...props }: NoticeProps & { canDismiss?: boolean }) {
  const place = use(NoticePlace)
  const [isDismissed, setDismissed] = useState(false)
  if (place === null || isDismissed) return null
  return createPortal(
    <Notice {...props} {...(canDismiss && { onDismiss: () => setDismissed(true) })} />,
    place,
  )
}
