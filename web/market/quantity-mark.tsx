import { curveVariable } from '#web/chart/plot/palette.ts'

import { QUANTITY_COLOURS } from './looks.ts'

/** The colour of a quantity, before its name. */
export function QuantityMark({ quantity }: { quantity: keyof typeof QUANTITY_COLOURS }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-xs forced-color-adjust-none"
      style={{ background: `var(${curveVariable(QUANTITY_COLOURS[quantity])})` }}
    />
  )
}
