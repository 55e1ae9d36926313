import { ArrowDown } from 'lucide-react'

import { COUNTRY_HEADING_ID } from '#web/model/view/country-heading.ts'
import { Button } from '#web/ui/button.tsx'

/** On a narrow screen the details of a selected country open below the map: the bar says so and leads there. */
export function SelectedCountryBar({ name, text }: { name: string; text: string }) {
  return (
    <div
      ref={scrollToBar}
      className="absolute inset-x-2 bottom-2 z-10 flex items-center justify-between gap-3 rounded-panel border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-overlay lg:hidden print:hidden"
    >
      <p className="min-w-0 truncate">
        <span className="font-medium">{name}</span>{' '}
        <span className="tabular text-ink-muted">{text === '–' ? 'no value' : `${text} MW`}</span>
      </p>
      <Button size="small" onPress={showDetails}>
        Show data
        <ArrowDown aria-hidden />
      </Button>
    </div>
  )
}

/** On a low window the foot of the map, where the bar opens, may be out of sight. */
function scrollToBar(bar: HTMLElement | null): void {
  bar?.scrollIntoView({ block: 'nearest' })
}

function showDetails(): void {
  const heading = document.querySelector<HTMLElement>(`#${COUNTRY_HEADING_ID}`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
