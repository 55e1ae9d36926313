/** GET redirects to the organisation's sign-in; POST exchanges the code that it returned. */
export const ORGANISATION_PATH = '/oauth2/organisation'
/** Where the organisation's sign-in returns to. */
export const RETURN_PATH = '/signed-in'
