/**
 * A URL as the routes know it. Both spellings are taken, with the base path and without: some proxies cut it off, and health checks
 * come from beside the server.
 */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** The built page with its addresses below the base path, and the base path itself for the scripts. */
export function pageAt(html: string, basePath: string): string {
  return html
    .replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${basePath}/`)
    .replace('<title>', `<meta name="base-path" content="${basePath}" /><title>`)
}
