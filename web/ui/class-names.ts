export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

export const LABEL_STYLE = 'text-sm font-medium text-ink'

/** Style of selects and pickers. */
export const PICKER_BUTTON_STYLE =
  'flex min-h-9 w-full cursor-pointer items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 py-1.5 text-left text-base text-ink data-[hovered]:bg-sunken data-[disabled]:cursor-default data-[disabled]:opacity-60'

export const POPOVER_STYLE = 'rounded-panel border border-line bg-raised shadow-overlay outline-none'

export const OPTION_STYLE =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 text-base text-ink -outline-offset-2 data-[focused]:bg-accent-soft forced-colors:data-[focused]:outline-2 data-[disabled]:cursor-default data-[disabled]:opacity-50'
