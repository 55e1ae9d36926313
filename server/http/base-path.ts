/**
 * A URL as the routes know it, without the origin that a proxy may send (RFC 9112, 3.2.2) and without the base path. Both spellings are
 * taken, with the base path and without: some proxies cut it off, and health checks come from beside the server.
 */
export function withoutBasePath(url: string, basePath: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (basePath === '') return path
  // nginx leaves two slashes where it replaces `/energy` by `/`.
  if (!path.startsWith(basePath)) return path.replace(/^\/+/, '/')
  const rest = path.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : path
}

/** The built page with its addresses below the base path, and what the scripts must know at once, by the names of `meta` elements. */
export function pageAt(html: string, basePath: string, facts: Readonly<Record<string, string>>): string {
  const metas = Object.entries(facts).map(([name, content]) => `<meta name="${name}" content="${content}" />`)
  return html
    .replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${basePath}/`)
    .replace('<title>', `${metas.join('')}<title>`)
}

/** Whether a path can be decoded and has nothing that matches then. */
export function isFreeOf(odd: RegExp, path: string): boolean {
  try {
    return !odd.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
