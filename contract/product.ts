export const PRODUCT_NAME = 'Energy Metrics'
export const PRODUCT_ABBREVIATION = 'EM'
export const FOOTER_YEAR = 2025
