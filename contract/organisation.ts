/** GET redirects to the sign-in; POST exchanges the code that it returned. */
export const ORGANISATION_PATH = '/oauth2/organisation'
export const RETURN_PATH = '/signed-in'
