/** GET leads to the sign-in of the organisation, POST takes what it gave back. */
export const ORGANISATION_PATH = '/oauth2/organisation'
/** The page to which the organisation's sign-in returns. */
export const RETURN_PATH = '/signed-in'
