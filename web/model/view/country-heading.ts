/** Of the heading of a selected country's details: controls elsewhere on the page lead there. */
export const COUNTRY_HEADING_ID = 'country-heading'
