import type uPlot from 'uplot'

/** A vertical line at a moment, moved without drawing the curves again. */
export interface Mark {
  /** Shows the line at a moment (epoch seconds), or hides it for `null` and for a moment out of view. */
  show: (timeS: number | null) => void
  /** Puts the line back in place after the scale or the size has changed. */
  place: () => void
}

export function createMark(engine: uPlot): Mark {
  const line = document.createElement('div')
  line.className = 'chart-mark'
  line.hidden = true
  engine.under.append(line)
  let markedS: number | null = null

  function place() {
    const { min = 0, max = 0 } = engine.scales['x'] ?? {}
    line.hidden = markedS === null || !(markedS >= (min ?? 0) && markedS <= (max ?? 0))
    if (markedS !== null && !line.hidden)
      line.style.transform = `translateX(${Math.round(engine.valToPos(markedS, 'x'))}px)`
  }

  return {
    show(timeS) {
      markedS = timeS
      place()
    },
    place,
  }
}
