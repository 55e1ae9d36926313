/** The path below which the server offers the product, such as `/energy`. Empty if it has its host for itself. */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
}

/** The path of one of the product's addresses, which starts with a slash, as the browser must ask for it. */
export function withBasePath(path: string): string {
  return basePath() + path
}

export function hasPageFact(name: string): boolean {
  return typeof document !== 'undefined' && document.querySelector(`meta[name="${name}"]`) !== null
}
