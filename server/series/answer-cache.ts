import { LRUCache } from 'lru-cache'

/** Answers by name, as long as there is room. Everyone who asks for an answer that is being made waits for the same one. */
export interface AnswerCache {
  /** The answer itself where it is there already. */
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer> | Buffer
}

/** Put the revision of the data into the names, because the cache never checks whether an answer is still right. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, name) => bytes.byteLength + name.length + 1,
    fetchMethod: (_name, _outdated, { context: make }) => make(),
    // An answer that was dropped in the meantime is still right for those who wait.
    ignoreFetchAbort: true,
  })
  return { get: (name, make) => answers.get(name) ?? answers.forceFetch(name, { context: make }) }
}
