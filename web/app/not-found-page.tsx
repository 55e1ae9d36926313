import { Link } from 'react-router'

import { buttonStyle } from '#web/ui/button.tsx'

export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center gap-4 py-24 text-center">
      <title>Page not found · Energy Metrics</title>
      <h1 className="tabular text-[4rem] leading-none font-semibold tracking-tight text-ink">404</h1>
      <p className="text-lg text-ink-muted">Oops! The page you&apos;re looking for doesn&apos;t exist.</p>
      <Link to="/home" className={buttonStyle('primary', 'large')}>
        Go back home
      </Link>
    </div>
  )
}
