import { ChevronLeft, ChevronRight, X } from 'lucide-react'

import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/fields/select.tsx'

import type { Country } from './countries.ts'

/** The head of a country's panel, in the place of the list: another country, the one before or after it, or the list again. */
export function CountryChooser(props: {
  countries: readonly Country[]
  country: string
  /** The selected hour and its value. */
  text: string
  onChoose: (code: string | null) => void
}) {
  const { countries, country, onChoose } = props
  const index = countries.findIndex(({ code }) => code === country)
  const chooseAt = (place: number) => onChoose(countries.at(place % countries.length)?.code ?? null)
  return (
    <div className="flex items-center gap-1 border-b border-line px-2 py-1.5 print:hidden">
      <IconButton icon={ChevronLeft} aria-label="Previous country" onPress={() => chooseAt(index - 1)} />
      <Select
        label="Country"
        placeholder="Choose one"
        className="max-w-48 grow [&_label]:sr-only"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        value={country}
        onChange={onChoose}
      />
      <IconButton icon={ChevronRight} aria-label="Next country" onPress={() => chooseAt(index + 1)} />
      <p className="tabular flex-1 px-1 text-right text-sm whitespace-nowrap text-ink-muted max-[27rem]:hidden">
        {props.text}
      </p>
      <IconButton icon={X} aria-label="Close, show all countries" onPress={() => onChoose(null)} />
    </div>
  )
}
