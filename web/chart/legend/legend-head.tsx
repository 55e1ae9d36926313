import type { LegendColumn } from './legend-content.ts'

export function LegendHead({ unit, columns }: { unit: string; columns: readonly LegendColumn[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">Curve, figures in </span>
          {unit}
        </th>
        {columns.map(({ head, title }) => (
          <th key={head} scope="col" title={title}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}
