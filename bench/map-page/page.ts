import { geoJSON, map as createMap, svg } from 'leaflet'

import 'leaflet/dist/leaflet.css'

// The least that a map of these shapes can be: the engine, one file of shapes, no values.
const map = createMap('map', { center: [46, 10], zoom: 4.5, zoomSnap: 0.5, renderer: svg({ padding: 0.5 }) })
const response = await fetch('/map.geo.json')
geoJSON(await response.json()).addTo(map)
