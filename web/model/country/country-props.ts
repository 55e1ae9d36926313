import type { ForecastAnswer } from '#contract/forecast.ts'
import type { View } from '#web/model/view/view.ts'

/** The chosen country, its day and the selected hour. */
export interface CountryProps {
  country: string
  forecast: ForecastAnswer[string] | undefined
  isLoading: boolean
  /** The forecast could not be loaded, so nobody knows whether there is one. */
  hasFailed: boolean
  deliveryDay: string
  run: View['run']
  /** The delivery day is over, or its values are arriving. */
  isPast: boolean
  /** Key of the selected hour. */
  currentKey: string
  onChooseKey: (key: string) => void
}
