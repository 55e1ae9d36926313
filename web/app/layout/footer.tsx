import { useQuery } from '@tanstack/react-query'

import { FOOTER_YEAR, PRODUCT_NAME } from '#contract/product.ts'
import { settings } from '#web/api/settings.ts'

export function Footer() {
  const { credit = null, weatherCredit = null } = useQuery(settings).data ?? {}
  return (
    <footer className="border-t border-line text-sm text-ink-muted">
      <div className="mx-auto flex max-w-[110rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 sm:px-6 lg:px-8">
        <span>
          © {FOOTER_YEAR} {PRODUCT_NAME}
        </span>
        {credit !== null && <span>{credit}</span>}
        {weatherCredit !== null && (
          <a className="underline hover:text-ink" href={weatherCredit.url} rel="noreferrer">
            {weatherCredit.text}
          </a>
        )}
      </div>
    </footer>
  )
}
