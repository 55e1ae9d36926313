/** In the order of display. */
export const AREA_GROUPS = [
  {
    code: 'CWE',
    label: 'Central Western Europe',
    members: [
      { code: 'DE', label: 'Germany' },
      { code: 'FR', label: 'France' },
      { code: 'AT', label: 'Austria' },
      { code: 'CH', label: 'Switzerland' },
      { code: 'NL', label: 'Netherlands' },
      { code: 'BE', label: 'Belgium' },
    ],
  },
  {
    code: 'CEE',
    label: 'Central Eastern Europe',
    members: [
      { code: 'PL', label: 'Poland' },
      { code: 'CZ', label: 'Czech Republic' },
      { code: 'SK', label: 'Slovakia' },
      { code: 'HU', label: 'Hungary' },
    ],
  },
  {
    code: 'IT',
    label: 'Italy',
    members: [
      { code: 'IT-NORD', label: 'Northern Italy' },
      { code: 'IT-CNOR', label: 'Central-Northern Italy' },
      { code: 'IT-CSUD', label: 'Central-Southern Italy' },
      { code: 'IT-SUD', label: 'Southern Italy' },
      { code: 'IT-SARD', label: 'Sardegna' },
      { code: 'IT-SICI', label: 'Sicilia' },
      { code: 'IT-CALA', label: 'Calabria' },
    ],
  },
  {
    code: 'SEE',
    label: 'Southern Eastern Europe',
    members: [
      { code: 'RO', label: 'Romania' },
      { code: 'BG', label: 'Bulgaria' },
      { code: 'GR', label: 'Greece' },
      { code: 'BA', label: 'Bosnia-Herzegovina' },
      { code: 'HR', label: 'Croatia' },
      { code: 'MK', label: 'Macedonia' },
      { code: 'RS', label: 'Serbia' },
      { code: 'SI', label: 'Slovenia' },
    ],
  },
] as const

export type GroupCode = (typeof AREA_GROUPS)[number]['code']
export type MemberCode = (typeof AREA_GROUPS)[number]['members'][number]['code']
export type AreaCode = GroupCode | MemberCode

const AREAS: readonly { code: AreaCode; label: string; members: readonly MemberCode[] }[] =
  AREA_GROUPS.flatMap(({ members, ...group }) => [
    { ...group, members: members.map(({ code }) => code) },
    ...members.map((member) => ({ ...member, members: [member.code] })),
  ])
const BY_CODE: ReadonlyMap<string, (typeof AREAS)[number]> = new Map(AREAS.map((area) => [area.code, area]))

export const AREA_CODES = AREAS.map(({ code }) => code)
export const MEMBER_CODES = AREA_GROUPS.flatMap(({ members }) => members.map(({ code }) => code))

/** An unknown code is its own label. */
export const areaLabel = (code: string): string => BY_CODE.get(code)?.label ?? code

export const membersOf = (code: AreaCode): readonly MemberCode[] => BY_CODE.get(code)?.members ?? []
