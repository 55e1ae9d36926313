// Kept apart from the schemas so that the sign-in page loads without zod.

/** The browser's time zone, an IANA name; the default is `MARKET_ZONE`. */
export const TIME_ZONE_HEADER = 'x-time-zone'

/** Code of a refusal, for programs; the body has the sentence. */
export const REFUSAL_HEADER = 'x-refusal'
export const UNKNOWN_ZONE = 'unknown-zone'

/** `meta` element of pages whose calls another backend answers. */
export const OTHER_BACKEND_META = 'other-backend'
/** `meta` element of pages with sign-in by the organisation. */
export const ORGANISATION_META = 'organisation-sign-in'
