import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import { countryName } from '#contract/countries.ts'
import type { DayMark } from '#contract/data-days.ts'
import type { Settings } from '#contract/status.ts'
import { MAP_SHAPES_PATH, mapShapes } from '#web/api/map-shapes.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { settings } from '#web/api/settings.ts'
import { type MapShape, readMapShapes } from '#web/map/map-shapes.ts'
import { ShapeMap } from '#web/map/shape-map.tsx'
import { scaleEnd } from '#web/model/view/colour-scale.ts'
import { metricWords } from '#web/model/view/metric.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { countriesByShape, countryPaints, dayValues, doubtSymbols, valueAt } from './countries.ts'
import type { ShownHour } from './country-list.tsx'

const NO_SHAPES: readonly MapShape[] = []

function tilesOf({ tileUrlLight, tileUrlDark, tileHosts: hosts }: Settings) {
  return { light: { url: tileUrlLight, hosts }, dark: { url: tileUrlDark, hosts } }
}

export function ForecastMap(
  props: ShownHour & {
    isLoading: boolean
    doubts: readonly DayMark[]
    /** Below the map. */
    foot: ReactNode
  },
) {
  const { countries, answer, hour, metric, doubts } = props
  const file = useQuery({ ...mapShapes, select: readMapShapes })
  const { data: given } = useQuery(settings)
  const shapes = file.data ?? NO_SHAPES
  const countryByShape = useMemo(() => countriesByShape(shapes, countries), [shapes, countries])
  const scaleMw = useMemo(() => scaleEnd(dayValues(answer, metric)), [answer, metric])
  const paints = useMemo(
    () => countryPaints(countryByShape, answer, { hour, metric, scaleMw }, doubtSymbols(doubts)),
    [countryByShape, answer, hour, metric, scaleMw, doubts],
  )
  const tiles = useMemo(() => (given === undefined ? null : tilesOf(given)), [given])
  const selectedShape = [...countryByShape].find(([, country]) => country === props.selected)?.[0] ?? null

  function describe(shape: string): string {
    const country = countryByShape.get(shape)
    if (country === undefined) return `${shapes.find(({ code }) => code === shape)?.name ?? shape}: no data`
    return `${countryName(country)} ${metricWords(metric, valueAt(answer, { country, hour, metric }), isOwnBackend())}`
  }

  function reloadShapes(): void {
    // The notice with the focused button disappears.
    document.querySelector<HTMLElement>('.shape-map')?.focus()
    void file.refetch()
  }

  return (
    <ShapeMap
      label="Map of the forecast"
      shapes={shapes}
      paints={paints}
      selectedCode={selectedShape}
      onClick={(shape) => {
        const country = countryByShape.get(shape)
        if (country !== undefined) props.onSelect(country)
      }}
      describe={describe}
      tiles={tiles}
      foot={props.foot}
    >
      {file.isError && (
        <Notice
          tone="danger"
          className="absolute inset-x-3 top-3 z-20"
          action={
            <Button size="small" onPress={reloadShapes}>
              Load shapes
            </Button>
          }
        >
          The map’s shapes ({MAP_SHAPES_PATH}) could not be loaded. Choose a country from the list.
        </Notice>
      )}
      {(props.isLoading || file.isPending) && (
        <div className="absolute inset-0 z-20 grid place-items-center bg-surface/60">
          <Spinner label="Loading forecast" className="size-9 text-accent" />
        </div>
      )}
    </ShapeMap>
  )
}
