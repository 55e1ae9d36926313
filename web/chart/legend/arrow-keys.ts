import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

/** The legend is one tab stop. Up and down move between curves, right moves to the curve's "Only" button and left back. */
export function moveLegendFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const row = event.currentTarget.closest('tr')
  const step = STEPS[event.key]
  if (step !== undefined) moveBy(event.currentTarget, step)
  else if (event.key === 'ArrowRight') row?.querySelector<HTMLElement>('.chart-legend-only')?.focus()
  else if (event.key === 'ArrowLeft') row?.querySelector<HTMLElement>('.chart-legend-curve')?.focus()
  else return
  event.preventDefault()
}

function moveBy(element: HTMLElement, step: number) {
  const legend = element.closest('.chart-legend')
  const curves = [...(legend?.querySelectorAll<HTMLElement>('.chart-legend-curve') ?? [])]
  const here = curves.findIndex((curve) => curve.closest('tr') === element.closest('tr'))
  const there = Math.max(0, Math.min(curves.length - 1, here + step))
  curves.forEach((curve, position) => {
    curve.tabIndex = position === there ? 0 : -1
  })
  curves[there]?.focus()
}
