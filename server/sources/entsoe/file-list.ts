import { z } from 'zod'

import { parseJson } from '#server/sources/parse-json.ts'

import { garbled } from './xml.ts'

export interface ListedFile {
  folder: string
  name: string
  /** Size of the archive. */
  bytes: number | null
  changedUtc: number
}

const ListSchema = z.object({
  contentItemList: z.array(
    z.object({ name: z.string(), lastUpdatedTimestamp: z.iso.datetime(), size: z.number().nullish() }),
  ),
})

/** Files by the first day of the month, `yyyy-MM-dd`. Throws a `SourceError`. */
export function readFileList(text: string, folder: string): Map<string, ListedFile> {
  const list = ListSchema.safeParse(parseJson(text))
  if (!list.success) throw garbled('it is not a list of files')
  const files = new Map<string, ListedFile>()
  for (const { name, size, lastUpdatedTimestamp } of list.data.contentItemList) {
    const [, year, month] = /^(\d{4})_(\d\d)_.*\.csv$/.exec(name) ?? []
    if (year === undefined) continue
    const changedUtc = Date.parse(lastUpdatedTimestamp)
    files.set(`${year}-${month}-01`, { folder, name, bytes: size ?? null, changedUtc })
  }
  return files
}
