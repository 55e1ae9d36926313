import { METRIC_WORDS, type Metric } from '#web/model/view/metric.ts'

/** Explains the colours of the map: the quantity, its operands and its unit. */
export function MapLegend({ metric }: { metric: Metric }) {
  const words = METRIC_WORDS[metric]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted lg:flex-col lg:items-start">
      <span className="w-full font-medium text-ink">{words.formula}, MW</span>
      <Mark colour="bg-positive" text={words.above} />
      <Mark colour="bg-negative" text={words.below} />
      <Mark colour="bg-missing" text="no value" />
    </div>
  )
}

function Mark({ colour, text }: { colour: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 shrink-0 rounded-full forced-color-adjust-none ${colour}`} />
      {text}
    </span>
  )
}
