export function query(changes: object = {}): object {
  return {
    category: 'wind',
    area: 'BE',
    time: ['2026-11-18 00:00', '2026-11-18 23:59'],
    frequency: 'H',
    ...changes,
  }
}
