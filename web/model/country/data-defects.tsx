import type { DataDefect } from '#contract/accuracy.ts'
import { Notice } from '#web/ui/notice.tsx'

/** What is wrong with what the TSO publishes for a country. */
export function DataDefects({ defects }: { defects: readonly DataDefect[] }) {
  if (defects.length === 0) return null
  return (
    <Notice tone="caution">
      <p>The model does not learn from these values of the TSO:</p>
      <ul className="list-disc pl-5">
        {defects.map(({ quantity, text }) => (
          <li key={quantity + text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
