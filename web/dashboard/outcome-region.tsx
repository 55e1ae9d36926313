import { useEffect, useRef } from 'react'

import { createAnnouncer } from '#web/ui/announcer.ts'

import { graphStore } from './graphs/dashboard-graphs.ts'
import { describeOutcomes } from './graphs/outcomes.ts'

/** Announces the end of queries to screen readers. */
export function OutcomeRegion() {
  const regionRef = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (regionRef.current === null) return undefined
    const announcer = createAnnouncer(regionRef.current)
    const stop = graphStore.state.subscribe((after, before) => {
      const text = describeOutcomes(before.graphCards, after.graphCards)
      if (text !== null) announcer.announce(text)
    })
    return () => {
      stop()
      announcer.stop()
    }
  }, [])
  return <output ref={regionRef} className="sr-only" />
}
