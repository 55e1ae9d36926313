import { useLayoutEffect, useRef } from 'react'
import { Label, Slider as AriaSlider, SliderFill, SliderThumb, SliderTrack } from 'react-aria-components'

import { classNames } from '#web/ui/class-names.ts'

export function Slider(props: {
  label: string
  value: number
  /** For screen readers: `01:00`. */
  valueText: string
  onChange: (value: number) => void
  minValue: number
  maxValue: number
  ticks: readonly { value: number; label: string }[]
  className?: string
}) {
  const inputRef = useRef<HTMLInputElement>(null)
  // React Aria formats values only as numbers, and overwrites this at every change.
  useLayoutEffect(() => inputRef.current?.setAttribute('aria-valuetext', props.valueText))
  const share = (value: number) => `${((value - props.minValue) / (props.maxValue - props.minValue)) * 100}%`
  return (
    <AriaSlider
      className={classNames('flex w-full flex-col gap-1', props.className)}
      value={props.value}
      onChange={props.onChange}
      minValue={props.minValue}
      maxValue={props.maxValue}
    >
      <Label className="tabular text-sm font-medium text-ink">{props.label}</Label>
      {/* Inset by half a thumb, so that both ends stay inside. */}
      <div className="px-2.5 print:hidden">
        <SliderTrack className="relative h-8 w-full cursor-pointer">
          <div className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line-strong/50 forced-colors:bg-[CanvasText]" />
          <SliderFill className="absolute top-1/2 h-1! -translate-y-1/2 rounded-full bg-accent forced-colors:bg-[Highlight]" />
          <SliderThumb
            inputRef={inputRef}
            // Scrolls label and ticks into view.
            onFocus={({ target }) => target.closest('[role=group]')?.scrollIntoView({ block: 'nearest' })}
            className="top-1/2 size-5 rounded-full border-2 border-accent bg-raised shadow-panel data-[dragging]:bg-accent data-[focus-visible]:outline-2 data-[focus-visible]:outline-offset-2 data-[focus-visible]:outline-accent"
          />
        </SliderTrack>
        <div aria-hidden className="tabular relative h-4 text-[0.625rem] text-ink-muted min-[25rem]:text-xs">
          {props.ticks.map((tick) => (
            <span
              key={tick.value}
              className="absolute -translate-x-1/2 whitespace-nowrap max-[24rem]:even:hidden"
              style={{ left: share(tick.value) }}
            >
              {tick.label}
            </span>
          ))}
        </div>
      </div>
    </AriaSlider>
  )
}
