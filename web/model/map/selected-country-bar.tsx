import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { COUNTRY_HEADING_ID } from '#web/model/view/view.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** As much of the window's foot that a heading there does not show what it stands over. */
const FOOT = '-20%'

/** Where the details of a selected country open below what is in sight, the bar says so and leads there. */
export function SelectedCountryBar({ name, text }: { name: string; text: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    const heading = findHeading()
    if (heading === null) return undefined
    let isFirst = true
    const sight = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        const isHidden = !entry.isIntersecting && entry.boundingClientRect.top > 0
        setBelow(isHidden)
        // On a low window the foot of the map, where the bar opens, may be out of sight.
        if (isHidden && isFirst) bar.current?.scrollIntoView({ block: 'nearest' })
        isFirst = false
      },
      { rootMargin: `0px 0px ${FOOT}` },
    )
    sight.observe(heading)
    return () => sight.disconnect()
  }, [])
  return (
    <div
      ref={bar}
      className={classNames(
        'absolute inset-x-2 bottom-2 z-10 flex items-center justify-between gap-3 rounded-panel border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-overlay print:hidden',
        !isBelow && 'invisible',
      )}
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

const findHeading = () => document.querySelector<HTMLElement>(`#${COUNTRY_HEADING_ID}`)

function showDetails(): void {
  const heading = findHeading()
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
