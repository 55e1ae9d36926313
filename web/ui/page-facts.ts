/** Only in the head: pages ask often, and a missing fact would be searched for in every card. */
const factOf = (name: string) => document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)

/** Path of the product on its host, such as `/energy`; empty at the root. The server writes it and other facts into `<meta>` tags of the page. */
export function basePath(): string {
  return factOf('base-path')?.content ?? ''
}

export function withBasePath(path: string): string {
  return basePath() + path
}

export function hasPageFact(name: string): boolean {
  return typeof document !== 'undefined' && factOf(name) !== null
}
