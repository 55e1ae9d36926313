import { useLocation } from 'react-router'

import { ORGANISATION_META, ORGANISATION_PATH } from '#contract/organisation.ts'
import { withBasePath } from '#web/ui/base-path.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

import { keepState } from './kept-state.ts'

/** Whether users can sign in with their organisation. */
export function hasOrganisation(): boolean {
  return document.querySelector(`meta[name="${ORGANISATION_META}"]`) !== null
}

/** Leads to the sign-in of the organisation; nothing where the server has none. */
export function OrganisationLink() {
  const { state } = useLocation()
  if (!hasOrganisation()) return null
  return (
    <div className="mt-3 border-t border-line py-5 sm:pb-6">
      <a
        href={withBasePath(ORGANISATION_PATH)}
        className={`${buttonStyle('secondary', 'large')} w-full`}
        onClick={() => keepState(state)}
      >
        Sign in with your organisation
      </a>
    </div>
  )
}
