export const PRODUCT_NAME = 'Energy Metrics'
/** Equals the version in package.json. */
export const PRODUCT_VERSION = '0.2.0'
export const PRODUCT_ABBREVIATION = 'EM'
export const FOOTER_YEAR = 2025
