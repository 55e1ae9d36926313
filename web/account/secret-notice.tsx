import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Notice } from '#web/ui/notice.tsx'

export function SecretNotice(props: { label: string; secret: string; onClose: () => void }) {
  const { label, secret, onClose } = props
  const [report, setReport] = useState('')
  return (
    <Notice tone="info">
      <p>{label} Copy it now: it is not shown again.</p>
      <p className="mt-2 rounded-control bg-surface px-2 py-1.5 font-mono text-sm break-all select-all">
        {secret}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button size="small" onPress={() => void copyText(secret, 'Copied').then(setReport)}>
          Copy
        </Button>
        <Button size="small" onPress={onClose}>
          Done
        </Button>
        <output className="text-sm empty:hidden">{report}</output>
      </div>
    </Notice>
  )
}
