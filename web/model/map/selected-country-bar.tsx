import { ArrowDown } from 'lucide-react'
import { useEffect, useState } from 'react'

import { COUNTRY_HEADING_ID } from '#web/model/view/view.ts'
import { Button } from '#web/ui/button.tsx'

/** As much of the window's foot that a heading there does not show what it stands over. */
const FOOT = '-20%'
/** Content that has been scrolled past counts as seen. */
const ABOVE = '100000px'

/** While the details of the country are out of sight, leads there: over map and list at the foot of map or window. */
export function SelectedCountryBar({ name, text }: { name: string; text: string }) {
  const [isBelow, setBelow] = useState(false)
  // A button that goes away takes the focus with it.
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    const heading = findHeading()
    if (heading === null) return undefined
    const sight = new IntersectionObserver(
      ([entry]) => {
        if (entry !== undefined) setBelow(!entry.isIntersecting)
      },
      { rootMargin: `${ABOVE} 0px ${FOOT}` },
    )
    sight.observe(heading)
    return () => sight.disconnect()
  }, [])

  function showDetails(): void {
    const heading = findHeading()
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }
  if (!isBelow && !hasFocus) return null
  return (
    <div className="pointer-events-none mx-3 [grid-area:1/1/3/2] before:block before:h-[calc(500px-3.25rem)] lg:[grid-area:1/1] print:hidden">
      <div
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        className="pointer-events-auto sticky top-3 bottom-3 z-30 ml-auto flex w-fit max-w-full items-center justify-between gap-3 rounded-panel border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-overlay max-sm:w-full print:hidden"
      >
        <p className="min-w-0 leading-tight">
          <span className="font-medium">{name}</span>{' '}
          <span className="tabular inline-block min-w-20 text-ink-muted">{text}</span>
        </p>
        <Button size="small" onPress={showDetails}>
          Show data
          <ArrowDown aria-hidden />
        </Button>
      </div>
    </div>
  )
}

const findHeading = () => document.querySelector<HTMLElement>(`#${COUNTRY_HEADING_ID}`)
