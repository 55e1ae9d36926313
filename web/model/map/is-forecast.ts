import type { ForecastAnswer } from '#contract/forecast.ts'

const VALUES = ['TSO', 'Instance_Today', 'Instance_Tomorrow', 'Final_Value'] as const

/** Whether an answer is a forecast. The same as its schema in `contract/forecast.ts`, without the time that loading zod takes. */
export function isForecast(answer: unknown): answer is ForecastAnswer {
  return isRecordOf(answer, (hours) => isRecordOf(hours, isEntry))
}

function isEntry(entry: unknown): boolean {
  if (!isRecordOf(entry, () => true)) return false
  return VALUES.every((name) => entry[name] === null || Number.isFinite(entry[name]))
}

function isRecordOf(value: unknown, isField: (field: unknown) => boolean): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((field) => isField(field))
  )
}
