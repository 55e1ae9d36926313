import { MINUTE_MS, toMinute } from '#contract/time.ts'

export interface Check {
  /** `ENTSO-E`, `database`. */
  part: string
  what: string
  /** `note` is not a fault; `cannot start`: a server would refuse to start. */
  status: 'ok' | 'note' | 'wrong' | 'cannot start'
  steps: readonly number[]
  /** Start of the first value and end of the last, epoch milliseconds. */
  firstUtc: number | null
  lastUtc: number | null
  values: number | null
  /** In a sentence. */
  message: string | null
  advice: string | null
}

export function checkOf(part: string, what: string, found: Partial<Check> = {}): Check {
  const nothing = { steps: [], firstUtc: null, lastUtc: null, values: null, message: null, advice: null }
  return { part, what, status: 'ok', ...nothing, ...found }
}

export const fault = (message: string, advice: string | null, status: Check['status'] = 'wrong') => ({
  status,
  message,
  advice,
})

const stampOf = (utc: number | null) => (utc === null ? null : toMinute(utc))

/** `3 h 5 min`; negative for the future. */
function inWords(minutes: number | null): string {
  if (minutes === null) return ''
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '−' : ''}${hours === 0 ? '' : `${hours} h `}${rest} min`
}

/** Report for programs. */
export function report(checks: readonly Check[], now: number) {
  return {
    at: new Date(now).toISOString(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    exitCode: exitCodeOf(checks),
    checks: checks.map(({ firstUtc, lastUtc, ...check }) => ({
      ...check,
      first: stampOf(firstUtc),
      last: stampOf(lastUtc),
      delayMinutes: lastUtc === null ? null : Math.round((now - lastUtc) / MINUTE_MS),
    })),
  }
}

/** Text for people. */
export function table({ checks }: ReturnType<typeof report>): string {
  const rows = checks.map(({ part, what, status, steps, first, last, delayMinutes, values }) =>
    [part, what, status, steps.join(', '), first, last, inWords(delayMinutes), values].map((cell) =>
      String(cell ?? ''),
    ),
  )
  const head = ['part', 'what', 'status', 'step', 'first', 'last', 'delay', 'values']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    line(head),
    ...checks.flatMap(({ message, advice }, index) => {
      const words = [message, advice].filter((text) => text !== null)
      return [line(rows[index] ?? []), ...(words.length === 0 ? [] : [`    ${words.join(' ')}`])]
    }),
  ].join('\n')
}

/** 0: all is well, 1: something is wrong, 2: a server could not start. */
function exitCodeOf(checks: readonly Check[]): 0 | 1 | 2 {
  if (checks.some(({ status }) => status === 'cannot start')) return 2
  return checks.some(({ status }) => status === 'wrong') ? 1 : 0
}
