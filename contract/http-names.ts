// Names outside of bodies. They stand apart from the schemas, whose library the sign-in page would wait for.

/** The browser's time zone, an IANA name; the server takes `MARKET_ZONE` without it. */
export const TIME_ZONE_HEADER = 'x-time-zone'

/** Beside the sentence of a refusal, the word by which programs know what happened. */
export const REFUSAL_HEADER = 'x-refusal'
/** The word where the server does not know the time zone of a request. */
export const UNKNOWN_ZONE = 'unknown-zone'

/** A `meta` element of the page that is there where another backend answers the calls. */
export const OTHER_BACKEND_META = 'other-backend'
/** A `meta` element that is there where users can sign in with their organisation. */
export const ORGANISATION_META = 'organisation-sign-in'
