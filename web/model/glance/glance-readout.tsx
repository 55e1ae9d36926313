import type { GlanceView } from '#web/model/view/glance-view.ts'

import type { Readout } from './readout.ts'

/** The figures of the cell under the pointer or the focus, or of the chosen one. Its height is reserved, so that nothing moves. */
export function GlanceReadout({ readout, view }: { readout: Readout | null; view: GlanceView }) {
  return (
    <div className="tabular min-h-15 min-w-0 grow text-sm sm:min-h-10">
      {readout === null ? (
        <p className="text-ink-muted print:hidden">
          Point at a cell or touch it to read it. A click or Enter chooses its hour and country.
        </p>
      ) : (
        <>
          <p className="font-medium">{readout.place}</p>
          <p className="flex flex-wrap gap-x-4 text-ink-muted">
            {readout.figures.map((figure) => (
              <span key={figure.view} className={figure.view === view ? 'font-medium text-ink' : undefined}>
                {figure.label} {figure.text === '–' ? '–' : `${figure.text} MW`}
              </span>
            ))}
          </p>
        </>
      )}
    </div>
  )
}
