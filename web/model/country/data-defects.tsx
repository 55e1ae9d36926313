import type { DataDefect } from '#contract/accuracy.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Problems in the data that the TSO publishes for a country. */
export function DataDefects({ defects }: { defects: readonly DataDefect[] }) {
  if (defects.length === 0) return null
  return (
    <Notice tone="caution">
      <p>Problems in the data of this country:</p>
      <ul className="list-disc pl-5">
        {defects.map(({ quantity, text }) => (
          <li key={quantity + text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
