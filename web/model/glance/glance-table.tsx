import { type CSSProperties, type KeyboardEvent, memo, type SyntheticEvent, useState } from 'react'

import { hourKey } from '#web/model/view/playback.ts'
import type { GlanceOrder, GlanceView } from '#web/model/view/view.ts'
import { moveFocus } from '#web/ui/grid-keys.ts'

import { type CellTone, type ColourScale, isDeep, toneOf, toneVariable } from './colour-scale.ts'
import { formatCell, formatGigawatts, type GlanceRow, hasValues } from './glance-rows.ts'

/** A country and an hour of the table. */
export interface GlancePlace {
  code: string
  hour: number
}

interface GlanceTableProps {
  caption: string
  rows: readonly GlanceRow[]
  hours: readonly number[]
  view: GlanceView
  order: GlanceOrder
  /** Null where each row has a scale of its own. */
  common: ColourScale | null
  /** Code of the chosen country; null for none. */
  selected: string | null
  hour: number
  onChoose: (place: GlancePlace) => void
  /** The pointer or the focus is on a cell; null once it has left. */
  onRead: (place: GlancePlace | null) => void
}

/**
 * Hours by countries as a data grid: one tab stop, arrow keys inside, Enter chooses. Events are handled once for all cells: several
 * hundred handlers would cost more than the cells.
 */
export const GlanceTable = memo(function GlanceTable(props: GlanceTableProps) {
  const { rows, hours, selected, hour, onRead } = props
  const [focused, setFocused] = useState<GlancePlace | null>(null)
  const tabStop = tabStopOf(props, focused)

  function choose(event: SyntheticEvent): boolean {
    const place = placeOf(event.target)
    if (place !== null) props.onChoose(place)
    return place !== null
  }
  function press(event: KeyboardEvent<HTMLTableElement>): void {
    if (event.altKey || event.metaKey) return
    const place = placeOf(event.target)
    if (place === null) return
    const isChosen = (event.key === 'Enter' || event.key === ' ') && choose(event)
    const from = { row: rows.findIndex(({ code }) => code === place.code), column: hours.indexOf(place.hour) }
    const size = { rows: rows.length, columns: hours.length }
    if (isChosen || moveFocus(event, from, size)) event.preventDefault()
  }

  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells take the focus is a grid
      role="grid"
      aria-label={props.caption}
      className="glance-table wide-paper tabular w-full text-[0.65625rem] leading-none @min-[70rem]:table-fixed print:table-fixed print:text-[0.55rem]"
      onClick={choose}
      onKeyDown={press}
      onFocus={(event) => {
        const place = placeOf(event.target)
        if (place === null) return
        setFocused(place)
        onRead(place)
      }}
      onPointerOver={(event) => onRead(placeOf(event.target))}
      onPointerLeave={() => onRead(null)}
    >
      <thead>
        <tr>
          <th
            scope="col"
            aria-sort={props.order === 'name' ? 'ascending' : 'none'}
            className="sticky -left-0.5 z-10 bg-surface pr-2 text-left font-normal text-ink-muted @min-[70rem]:w-28 print:w-9"
          >
            Country
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
            scale={props.common ?? row.own}
            selectedHour={row.code === selected ? hour : null}
            tabStopHour={row.code === tabStop?.code ? tabStop.hour : null}
          />
        ))}
      </tbody>
    </table>
  )
})

interface CountryCellsProps {
  row: GlanceRow
  view: GlanceView
  scale: ColourScale
  selectedHour: number | null
  tabStopHour: number | null
}

const CountryCells = memo(function CountryCells(props: CountryCellsProps) {
  const { row, view, scale, selectedHour, tabStopHour } = props
  // Marks on dashes alone would stand beside nothing that they explain.
  const isMarked = hasValues(row)
  const lowestHour = isMarked ? row.minimum?.hour : null
  return (
    <tr data-code={row.code}>
      <th
        scope="row"
        className="sticky -left-0.5 z-10 bg-surface pr-1.5 text-left text-[0.6875rem] font-medium text-ink"
      >
        <span aria-hidden className="uppercase @min-[70rem]:hidden">
          {row.code}
        </span>
        <span className="sr-only @min-[70rem]:not-sr-only @min-[70rem]:whitespace-nowrap">{row.name}</span>
      </th>
      {row.cells.map(({ hour, valueMw, isNegative }) => (
        <td
          key={hour}
          data-hour={hour}
          data-tone={toneOf(valueMw, scale)}
          style={toneStyle(toneOf(valueMw, scale))}
          data-gw={formatGigawatts(view, valueMw)}
          data-lowest={hour === lowestHour ? '' : undefined}
          data-negative={isMarked && isNegative ? '' : undefined}
          aria-selected={hour === selectedHour}
          tabIndex={hour === tabStopHour ? 0 : -1}
        >
          <span className="sr-only print:not-sr-only @min-[70rem]:not-sr-only @min-[70rem]:px-px">
            {formatCell(view, valueMw)}
          </span>
          {hour === lowestHour && <span className="sr-only">, lowest final forecast</span>}
          {isMarked && isNegative && <span className="sr-only">, final forecast at or below zero</span>}
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

/** The cell that Tab leads to: the one that had the focus last, else the chosen one, else the first. */
function tabStopOf(
  { rows, hours, selected, hour }: GlanceTableProps,
  focused: GlancePlace | null,
): GlancePlace | null {
  const isThere = (place: GlancePlace) =>
    rows.some(({ code }) => code === place.code) && hours.includes(place.hour)
  if (focused !== null && isThere(focused)) return focused
  if (selected !== null && isThere({ code: selected, hour })) return { code: selected, hour }
  const [row] = rows
  const [first] = hours
  return row === undefined || first === undefined ? null : { code: row.code, hour: first }
}

/** The place of the cell around an element; null outside the cells. */
function placeOf(target: EventTarget): GlancePlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-hour]') : null
  const code = cell?.closest<HTMLElement>('tr')?.dataset['code']
  const hour = cell?.dataset['hour']
  return code === undefined || hour === undefined ? null : { code, hour: Number(hour) }
}
