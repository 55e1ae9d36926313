import { TriangleAlert } from 'lucide-react'

import { classNames } from '#web/ui/class-names.ts'

/** Which values are in doubt, as sentences; nothing where none are. */
export function DoubtList({ sentences, className }: { sentences: readonly string[]; className?: string }) {
  if (sentences.length === 0) return null
  return (
    <ul
      aria-label="Values in doubt"
      className={classNames('flex flex-col gap-1 text-sm text-caution', className)}
    >
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-1.5">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}
