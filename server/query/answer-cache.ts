import { LRUCache } from 'lru-cache'

/** Answers by name, as long as there is room. Whoever asks for one that is being made waits for that one. */
export interface AnswerCache {
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer>
}

export function createAnswerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, name) => bytes.byteLength + name.length + 1,
  })
  const inTheMaking = new Map<string, Promise<Buffer>>()
  return {
    get(name, make) {
      const known = answers.get(name)
      if (known) return Promise.resolve(known)
      const started = inTheMaking.get(name)
      if (started) return started
      const made = make()
        .then((bytes) => {
          answers.set(name, bytes)
          return bytes
        })
        .finally(() => inTheMaking.delete(name))
      inTheMaking.set(name, made)
      return made
    },
  }
}
