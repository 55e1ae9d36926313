import { createRequire } from 'node:module'

import type { Plugin } from 'vite'

const MODULE = createRequire(import.meta.url).resolve('leaflet/dist/leaflet-src.esm.js')
/** Leaflet's test for SVG uses the HTML parser, which throws under Trusted Types. */
const PROBE = "div.innerHTML = '<svg/>';"
const PROBE_WITHOUT_PARSER = "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));"

/** Loads Leaflet as a module, without the only place that writes markup. */
export function leafletUnderTrustedTypes(): Plugin {
  return {
    name: 'leaflet-under-trusted-types',
    enforce: 'pre',
    config: () => ({ optimizeDeps: { exclude: ['leaflet'] } }),
    resolveId: (id) => (id === 'leaflet' ? MODULE : null),
    transform(code, id) {
      if (!id.startsWith(MODULE)) return null
      if (!code.includes(PROBE)) throw new Error(`Leaflet has changed: ${PROBE} is not in ${MODULE}`)
      return { code: code.replace(PROBE, PROBE_WITHOUT_PARSER), map: null }
    },
  }
}
