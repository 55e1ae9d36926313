import { LRUCache } from 'lru-cache'

/** Answers by name, as long as there is room. All who ask for one that is being made wait for that one. */
export interface AnswerCache {
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer>
}

/** Put the revision of the data into the names: an answer that was kept is never asked whether it is still true. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, name) => bytes.byteLength + name.length + 1,
    fetchMethod: (_name, _outdated, { context: make }) => make(),
    // An answer that has lost its place to another one meanwhile is still an answer to those who wait.
    ignoreFetchAbort: true,
  })
  return { get: (name, make) => answers.forceFetch(name, { context: make }) }
}
