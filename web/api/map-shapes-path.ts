export const MAP_SHAPES_PATH = '/map.geo.json'
