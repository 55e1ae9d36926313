import { memo, useLayoutEffect, useRef, useState } from 'react'

import type { MemberCode } from '#contract/areas.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type GridPlace, GridTable } from '#web/ui/grid-table.tsx'

import { type CalendarRow, CELL_WORDS, namesMonth } from './calendar-rows.ts'

export interface CalendarPlace {
  area: MemberCode
  day: string
}

interface CalendarTableProps {
  label: string
  days: readonly string[]
  rows: readonly CalendarRow[]
  onOpen: (place: CalendarPlace) => void
  /** `null` once pointer and focus have left the cells. */
  onRead: (place: CalendarPlace | null) => void
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Scrolled to the newest days at first. */
export function CalendarTable({ label, days, rows, onOpen, onRead }: CalendarTableProps) {
  const scrollRef = useRef<HTMLDivElement>(null)
  const [tabStop, setTabStop] = useState({ row: 0, column: days.length - 1 })
  useLayoutEffect(() => {
    scrollRef.current?.scrollTo({ left: scrollRef.current.scrollWidth })
  }, [])

  const placeAt = ({ row, column }: GridPlace): CalendarPlace | null => {
    const [area, day] = [rows[row]?.area, days[column]]
    return area === undefined || day === undefined ? null : { area, day }
  }
  return (
    <div ref={scrollRef} className="calendar-days relative col-span-full scroll-pl-36 overflow-x-auto">
      <GridTable
        label={label}
        className="calendar-table print:w-full print:table-fixed"
        onChoose={(at) => {
          const place = placeAt(at)
          if (place !== null) onOpen(place)
        }}
        onFocus={setTabStop}
        onRead={(at) => onRead(at && placeAt(at))}
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 bg-surface pb-0.5 text-left align-bottom font-normal text-ink-muted"
            >
              Area
            </th>
            {days.map((day, index) => (
              <th key={day} scope="col" className="h-8 align-bottom font-normal text-ink-muted">
                <span aria-hidden className="flex flex-col items-start gap-0.5 pb-0.5">
                  <span
                    className={classNames(
                      'w-0 font-medium whitespace-nowrap text-ink',
                      index > 0 && !day.endsWith('-01') && 'sm:hidden',
                    )}
                  >
                    {namesMonth(days, index) && month.format(Date.parse(day))}
                  </span>
                  <span className="w-full text-center">{Number(day.slice(-2))}</span>
                </span>
                <span className="sr-only">{fullDay.format(Date.parse(day))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <AreaCells key={row.area} row={row} tabStop={index === tabStop.row ? tabStop.column : null} />
          ))}
        </tbody>
      </GridTable>
    </div>
  )
}

const AreaCells = memo(function AreaCells({ row, tabStop }: { row: CalendarRow; tabStop: number | null }) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 bg-surface text-left text-[0.6875rem] font-medium whitespace-nowrap"
      >
        <span aria-hidden className="sm:hidden">
          {row.area}
        </span>
        <span className="max-sm:sr-only">{row.name}</span>
      </th>
      {row.states.map((state, column) => (
        <td
          // oxlint-disable-next-line react/no-array-index-key -- the days are always the same
          key={column}
          data-state={state}
          aria-label={CELL_WORDS[state].word}
          tabIndex={column === tabStop ? 0 : -1}
        >
          {CELL_WORDS[state].symbol}
        </td>
      ))}
    </tr>
  )
})
