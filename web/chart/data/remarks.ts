import type { Remark } from './chart-data.ts'

/** What is to be known of the value at a stamp; null for nothing. */
export function remarkAt(remarks: readonly Remark[], timeS: number): string | null {
  const texts = remarks.filter(({ fromS, toS }) => timeS >= fromS && timeS < toS).map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('; ')
}
