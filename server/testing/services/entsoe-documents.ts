/** Small documents for tests, in the shape that ENTSO-E sends. */
export interface TestPeriod {
  start: string
  end: string
  resolution?: string
  /** `[position, quantity]`. */
  points: readonly (readonly [number | string, number | string])[]
}

export interface TestSeries {
  direction?: 'in' | 'out'
  eic?: string
  psrType?: string
  businessType?: string
  unit?: string
  curveType?: string | null
  periods: readonly TestPeriod[]
}

export interface TestDocument {
  documentType?: string
  processType?: string
  series: readonly TestSeries[]
}

/** Points written as `1:5 3:7`. */
export const pointsOf = (text: string): TestPeriod['points'] =>
  text.split(' ').map((point) => {
    const [position = '', quantity = ''] = point.split(':')
    return [position, quantity]
  })

const EIC_PL = '10YPL-AREA-----S'

/** A document. Without other settings it holds actual load of Poland. */
export function documentXml({ documentType = 'A65', processType = 'A16', series }: TestDocument): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<GL_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-6:generationloaddocument:3:0">
  <mRID>1f6d0c2f9c</mRID>
  <revisionNumber>1</revisionNumber>
  <type>${documentType}</type>
  <process.processType>${processType}</process.processType>
  <createdDateTime>2026-03-02T10:00:00Z</createdDateTime>
${series.map(seriesXml).join('\n')}
</GL_MarketDocument>
`
}

function seriesXml({ direction = 'out', eic = EIC_PL, psrType, businessType = 'A04', ...rest }: TestSeries) {
  const { unit = 'MAW', curveType = 'A03', periods } = rest
  return `  <TimeSeries>
    <mRID>1</mRID>
    <businessType>${businessType}</businessType>
    <objectAggregation>A01</objectAggregation>
    <${direction}BiddingZone_Domain.mRID codingScheme="A01">${eic}</${direction}BiddingZone_Domain.mRID>
    <quantity_Measure_Unit.name>${unit}</quantity_Measure_Unit.name>
    ${curveType === null ? '' : `<curveType>${curveType}</curveType>`}
    ${psrType === undefined ? '' : `<MktPSRType><psrType>${psrType}</psrType></MktPSRType>`}
${periods.map(periodXml).join('\n')}
  </TimeSeries>`
}

function periodXml({ start, end, resolution = 'PT60M', points }: TestPeriod): string {
  const pointXml = points.map(
    ([position, quantity]) =>
      `      <Point>\n        <position>${position}</position>\n        <quantity>${quantity}</quantity>\n      </Point>`,
  )
  return `    <Period>
      <timeInterval>
        <start>${start}</start>
        <end>${end}</end>
      </timeInterval>
      <resolution>${resolution}</resolution>
${pointXml.join('\n')}
    </Period>`
}

/** An acknowledgement with a reason. The code is 999 for nearly everything. */
export function acknowledgementXml(text: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Acknowledgement_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-1:acknowledgementdocument:7:0">
  <mRID>7c1</mRID>
  <createdDateTime>2026-03-02T10:00:00Z</createdDateTime>
  <Reason>
    <code>999</code>
    <text>${text}</text>
  </Reason>
</Acknowledgement_MarketDocument>
`
}
