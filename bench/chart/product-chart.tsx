import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { LineChart } from '#web/chart/line-chart.tsx'

import type { Subject } from './subject.ts'

/** The product's chart with everything that belongs to it: legend, summary, buttons, tooltip. */
export const product: Subject = (stages, data) => {
  // An application creates its root long before its first chart.
  const roots = stages.map((stage) => createRoot(stage))
  return {
    mount() {
      flushSync(() => {
        for (const root of roots)
          root.render(<LineChart data={data} label="Load" unit="MW" syncKey="bench" />)
      })
    },
    unmount() {
      for (const root of roots) root.unmount()
    },
  }
}
