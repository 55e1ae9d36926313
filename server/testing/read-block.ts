import type { Block, SeriesKey, SeriesStore, Span } from '#server/series/series.ts'

export async function readBlock(
  series: Pick<SeriesStore, 'read'>,
  key: SeriesKey,
  span: Span,
): Promise<Block> {
  const read = await series.read([key], span)
  return read(key)
}
