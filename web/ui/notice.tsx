import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

export type NoticeTone = 'danger' | 'caution' | 'info'

const TONES: Readonly<Record<NoticeTone, { icon: typeof Info; style: string }>> = {
  danger: { icon: CircleAlert, style: 'border-danger/40 bg-danger-soft text-danger' },
  caution: { icon: TriangleAlert, style: 'border-caution/40 bg-caution-soft text-caution' },
  info: { icon: Info, style: 'border-accent/30 bg-accent-soft text-ink' },
}

/** A banner that screen readers announce when it appears. `action` is a button at its end, such as Retry. */
export function Notice(props: {
  tone: NoticeTone
  children: ReactNode
  action?: ReactNode
  className?: string
}) {
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
        className={classNames('size-4 shrink-0', !props.action && 'translate-y-0.5 self-start')}
      />
      <div className="min-w-0 grow">{props.children}</div>
      {props.action}
    </div>
  )
}
