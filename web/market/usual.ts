import { useQuery } from '@tanstack/react-query'

import { NO_USUAL, type UsualRow } from '#contract/row-tables.ts'
import { usualQuery } from '#web/api/forecasts.ts'

const NOTHING_USUAL: readonly UsualRow[] = []

/** The usual range of the hours of some days, and a sentence about it; nothing is requested for `null`. */
export function useUsual(
  of: Parameters<typeof usualQuery>[0],
  describe: (rows: readonly UsualRow[]) => string,
): { rows: readonly UsualRow[]; words: string } {
  const { data, isError } = useQuery(usualQuery(of))
  const without = data?.find((row) => row.without !== null)?.without
  // The range of some members would stand beside a curve of all.
  if (typeof without === 'string')
    return {
      rows: NOTHING_USUAL,
      words: `There is no usual range of all members: ${without.replaceAll(' ', ', ')} without earlier values.`,
    }
  if (data) return { rows: data, words: data.length === 0 ? NO_USUAL : describe(data) }
  return {
    rows: NOTHING_USUAL,
    words: isError ? 'The usual range could not be loaded.' : 'The usual range is loading…',
  }
}
