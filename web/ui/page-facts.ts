/** Path of the product on its host, such as `/energy`; empty at the root. The server writes it and other facts into `<meta>` tags of the page. */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
}

export function withBasePath(path: string): string {
  return basePath() + path
}

export function hasPageFact(name: string): boolean {
  return typeof document !== 'undefined' && document.querySelector(`meta[name="${name}"]`) !== null
}
