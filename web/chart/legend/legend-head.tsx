/** The heads of the columns; errors only where forecasts are compared with a reference. */
export function LegendHead({ unit, reference }: { unit: string; reference: string | undefined }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">Curve, figures in </span>
          {unit}
        </th>
        <th scope="col">Min</th>
        <th scope="col">Mean</th>
        <th scope="col">Max</th>
        <th scope="col">Last</th>
        {reference !== undefined && (
          <>
            <th scope="col" title={`Mean of forecast − ${reference}`}>
              Bias
            </th>
            <th scope="col" title={`Mean absolute error against ${reference}`}>
              MAE
            </th>
          </>
        )}
      </tr>
    </thead>
  )
}
