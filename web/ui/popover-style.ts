/** A surface that floats over the page. */
export const POPOVER_STYLE = 'rounded-panel border border-line bg-raised shadow-overlay outline-none'

/** One row of a list of options or actions. */
export const OPTION_STYLE =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 text-base text-ink -outline-offset-2 data-[focused]:bg-accent-soft forced-colors:data-[focused]:outline-2 data-[disabled]:cursor-default data-[disabled]:opacity-50'
