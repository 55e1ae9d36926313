import './guide.css'
import { guide } from 'virtual:guide'

/** Built from `docs/guide.md`. */
export function GuidePage() {
  return (
    <article className="guide">
      <title>User guide · Energy Metrics</title>
      {guide}
    </article>
  )
}
