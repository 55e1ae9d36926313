import { type ReactNode, useId } from 'react'

import { Panel } from '#web/ui/panel.tsx'

export function AccountPanel(props: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <Panel className="flex flex-col gap-4 p-5" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {props.title}
        </h2>
        <p className="text-ink-muted">{props.about}</p>
      </div>
      {props.children}
    </Panel>
  )
}
