import { type CSSProperties, memo, useMemo, useState } from 'react'

import { type ColourScale, commonScale } from '#web/model/view/colour-scale.ts'
import { hourKey } from '#web/model/view/delivery-day.ts'
import type { GlanceView } from '#web/model/view/metric.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type GridPlace, GridTable } from '#web/ui/grid-table.tsx'

import {
  type CellTone,
  formatCell,
  formatGigawatts,
  type GlancePlace,
  type GlanceRow,
  hasValues,
  isDeep,
  mayReachZero,
  toneOf,
  toneVariable,
} from './glance-rows.ts'

interface GlanceTableProps {
  caption: string
  rows: readonly GlanceRow[]
  hours: readonly number[]
  view: GlanceView
  /** End of the common scale; `null`: each row has its own. */
  endMw: number | null
  selected: string | null
  hour: number
  onChoose: (place: GlancePlace) => void
  /** `null` once pointer and focus have left the cells. */
  onRead: (place: GlancePlace | null) => void
}

export const GlanceTable = memo(function GlanceTable(props: GlanceTableProps) {
  const { rows, hours, selected, hour, endMw } = props
  const [focused, setFocused] = useState<GlancePlace | null>(null)
  const tabStop = tabStopOf(props, focused)
  const common = useMemo(() => (endMw === null ? null : commonScale(endMw)), [endMw])
  const placeAt = ({ row, column }: GridPlace): GlancePlace => ({
    code: rows[row]?.code ?? '',
    hour: hours[column] ?? 0,
  })
  return (
    <GridTable
      label={props.caption}
      className="glance-table w-full @min-[72rem]:table-fixed print:table-fixed"
      onChoose={(at) => props.onChoose(placeAt(at))}
      onFocus={(at) => setFocused(placeAt(at))}
      onRead={(at) => props.onRead(at && placeAt(at))}
    >
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky -left-0.5 z-10 bg-surface pr-2 text-left font-normal text-ink-muted @min-[72rem]:w-9 @min-[80rem]:w-28 print:w-9"
          >
            <span className="@min-[72rem]:@max-[80rem]:sr-only">Country</span>
          </th>
          {hours.map((column) => (
            <th
              key={column}
              scope="col"
              aria-current={column === hour ? 'time' : undefined}
              className="h-6 rounded-control px-0.5 text-right font-normal text-ink-muted aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong"
            >
              <span aria-hidden>{hourKey(column).slice(0, 2)}</span>
              <span className="sr-only">{hourKey(column)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CountryCells
            key={row.code}
            row={row}
            view={props.view}
            scale={common ?? row.own}
            selectedHour={row.code === selected ? hour : null}
            tabStopHour={row.code === tabStop?.code ? tabStop.hour : null}
          />
        ))}
      </tbody>
    </GridTable>
  )
})

const CountryCells = memo(function CountryCells(props: {
  row: GlanceRow
  view: GlanceView
  scale: ColourScale
  selectedHour: number | null
  tabStopHour: number | null
}) {
  const { row, view, scale, selectedHour, tabStopHour } = props
  // A row of dashes gets no marks.
  const isMarked = hasValues(row)
  const lowestHour = isMarked ? row.minimum?.hour : null
  return (
    <tr data-code={row.code}>
      <th
        scope="row"
        className="sticky -left-0.5 z-10 bg-surface pr-1.5 text-left text-xs font-medium text-ink"
      >
        <span aria-hidden className="uppercase @min-[80rem]:hidden">
          {row.code}
        </span>
        <span className="sr-only @min-[80rem]:not-sr-only @min-[80rem]:whitespace-nowrap">{row.name}</span>
      </th>
      {row.cells.map(({ hour, valueMw, isNegative, p10Mw }) => (
        <td
          key={hour}
          data-hour={hour}
          data-tone={toneOf(valueMw, scale)}
          style={toneStyle(toneOf(valueMw, scale))}
          data-gw={formatGigawatts(view, valueMw)}
          data-negative={isMarked && isNegative ? '' : undefined}
          className={classNames(
            "short:after:content-[attr(data-gw)_/_'']",
            isMarked && mayReachZero({ p10Mw }) && 'hatched',
            hour === lowestHour && 'cornered',
          )}
          aria-selected={hour === selectedHour}
          tabIndex={hour === tabStopHour ? 0 : -1}
        >
          <span className="sr-only print:not-sr-only @min-[72rem]:not-sr-only @min-[72rem]:px-px short:sr-only">
            {formatCell(view, valueMw)}
          </span>
          {hour === lowestHour && <span className="sr-only">, lowest final forecast</span>}
          {isMarked && isNegative && <span className="sr-only">, final forecast at or below zero</span>}
          {isMarked && mayReachZero({ p10Mw }) && <span className="sr-only">, may reach zero</span>}
        </td>
      ))}
    </tr>
  )
})

function toneStyle(tone: CellTone): CSSProperties | undefined {
  if (tone === 'none') return undefined
  return {
    backgroundColor: `var(${toneVariable(tone)})`,
    color: `var(${isDeep(tone) ? '--glance-deep-ink' : '--ink'})`,
  }
}

function tabStopOf({ rows, hours, selected, hour }: GlanceTableProps, focused: GlancePlace | null) {
  const isThere = (place: GlancePlace) =>
    rows.some(({ code }) => code === place.code) && hours.includes(place.hour)
  if (focused !== null && isThere(focused)) return focused
  if (selected !== null && isThere({ code: selected, hour })) return { code: selected, hour }
  const [row] = rows
  const [first] = hours
  return row === undefined || first === undefined ? null : { code: row.code, hour: first }
}
