/** One line of the plot: a server setup with one history, at growing numbers of users. */
export interface GrowthLine {
  name: string
  /** Which colour it gets; setups with the same one share it. */
  engine: string
  points: { users: number; p95Ms: number }[]
}

const [LEFT, TOP, WIDTH, HEIGHT] = [64, 40, 560, 300]
const KEY_LEFT = LEFT + WIDTH + 20
const DASHES = ['none', '6 4', '2 3', '10 3 2 3']

function powersOfTen(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from))
  return Array.from({ length: Math.ceil(Math.log10(to)) - first + 1 }, (_, index) => 10 ** (first + index))
}

function logScale(values: readonly number[], fromPx: number, toPx: number) {
  const ticks = powersOfTen(Math.min(...values), Math.max(...values))
  const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
  const place = (value: number) => fromPx + ((Math.log10(value) - low) / (high - low || 1)) * (toPx - fromPx)
  return { ticks, place: (value: number) => place(value).toFixed(1) }
}

/** The time within which 95 of 100 queries are answered, by number of users, both on logarithmic axes. Readable on light and dark pages. */
export function drawGrowth(lines: readonly GrowthLine[]): string {
  const points = lines.flatMap((line) => line.points)
  const x = logScale(
    points.map(({ users }) => users),
    LEFT,
    LEFT + WIDTH,
  )
  const y = logScale(
    points.map(({ p95Ms }) => p95Ms),
    TOP + HEIGHT,
    TOP,
  )
  const engines = [...new Set(lines.map(({ engine }) => engine))]
  const drawn = lines.map(({ name, engine, points: ofLine }, index) => {
    const colour = `c${engines.indexOf(engine)}`
    const sameColour = lines.slice(0, index).filter((line) => line.engine === engine).length
    const dash = DASHES[sameColour % DASHES.length] ?? 'none'
    const path = ofLine.map(({ users, p95Ms }) => `${x.place(users)},${y.place(p95Ms)}`).join(' ')
    const keyY = TOP + 12 + index * 22
    return `<g class="${colour}"><polyline points="${path}" stroke-dasharray="${dash}"/><line x1="${KEY_LEFT}" x2="${KEY_LEFT + 30}" y1="${keyY}" y2="${keyY}" stroke-dasharray="${dash}"/></g><text x="${KEY_LEFT + 38}" y="${keyY + 4}">${name}</text>`
  })
  const xTicks = x.ticks.map(
    (tick) =>
      `<line class="grid" x1="${x.place(tick)}" x2="${x.place(tick)}" y1="${TOP}" y2="${TOP + HEIGHT}"/><text x="${x.place(tick)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${tick}</text>`,
  )
  const yTicks = y.ticks.map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y.place(tick)}" y2="${y.place(tick)}"/><text x="${LEFT - 8}" y="${Number(y.place(tick)) + 4}" text-anchor="end">${tick}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 ${TOP + HEIGHT + 50}" font-family="sans-serif" font-size="13">
<style>svg{background:#ffffff}text{fill:#1f2937}polyline,line{fill:none;stroke:currentColor;stroke-width:2}.grid{stroke:#d1d5db;stroke-width:1}.c0{color:#1d4ed8}.c1{color:#b45309}.c2{color:#047857}@media(prefers-color-scheme:dark){svg{background:#111827}text{fill:#e5e7eb}.grid{stroke:#374151}.c0{color:#93c5fd}.c1{color:#fcd34d}.c2{color:#6ee7b7}}</style>
<text x="${LEFT}" y="20">95 of 100 queries are answered within, ms</text>
${[...xTicks, ...yTicks, ...drawn].join('\n')}
<text x="${LEFT + WIDTH}" y="${TOP + HEIGHT + 40}" text-anchor="end">analysts who run a query every 10 s</text>
</svg>
`
}
