import './guide.css'
import { guide } from 'virtual:guide'

/** The user guide, made from `docs/guide.md` when the product is built. */
export function GuidePage() {
  return (
    <article className="guide">
      <title>User guide · Energy Metrics</title>
      {guide}
    </article>
  )
}
