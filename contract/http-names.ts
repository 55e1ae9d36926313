// Kept apart from the schemas so that the sign-in page loads without zod.

export const JSON_TYPE = 'application/json'

/** An IANA name; the default is `MARKET_ZONE`. */
export const TIME_ZONE_HEADER = 'x-time-zone'

/** For programs; the body has a sentence. */
export const REFUSAL_HEADER = 'x-refusal'
export const UNKNOWN_ZONE = 'unknown-zone'

/** A number that rises with the stored values: of an answer the least that it can have seen, of a request the newest that its sender has seen. */
export const REVISION_HEADER = 'x-revision'

/** Marks pages whose calls another backend answers. */
export const OTHER_BACKEND_META = 'other-backend'
export const ORGANISATION_META = 'organisation-sign-in'

/** GET redirects to the sign-in; POST exchanges the code that it returned. */
export const ORGANISATION_PATH = '/oauth2/organisation'
export const RETURN_PATH = '/signed-in'
