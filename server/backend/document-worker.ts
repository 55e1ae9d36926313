import { SourceError } from '#server/errors.ts'
import { readUploadText } from '#server/sources/csv/read-upload.ts'
import type { Reading } from '#server/sources/document-thread.ts'
import { readEnergyChartsAnswer } from '#server/sources/energy-charts/answer.ts'
import { readEntsoeDocument } from '#server/sources/entsoe/document.ts'
import { readFileList, readMonthlyFile } from '#server/sources/entsoe/monthly-file.ts'
import { readAnswer } from '#server/sources/open-meteo/answer.ts'

/** Errors are sent to the server's thread as fields. */
function answering<Args extends unknown[], Result>(read: (...args: Args) => Result | Promise<Result>) {
  return async (args: Args): Promise<Reading<Result>> => {
    try {
      return { result: await read(...args) }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      const { message, isTransient, fault } = error
      return { message, isTransient, fault }
    }
  }
}

export const entsoe = answering(readEntsoeDocument)
export const entsoeFile = answering(readMonthlyFile)
export const entsoeList = answering(readFileList)
export const energyCharts = answering(readEnergyChartsAnswer)
export const openMeteo = answering(readAnswer)
export const upload = answering(readUploadText)
