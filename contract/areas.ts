/** The areas that can be requested: four groups and their members, in the order in which they are shown. */
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
/** A bidding zone or country that has its own series. */
export type MemberCode = (typeof AREA_GROUPS)[number]['members'][number]['code']
export type AreaCode = GroupCode | MemberCode

export const MEMBER_CODES: readonly MemberCode[] = AREA_GROUPS.flatMap((group) =>
  group.members.map((member) => member.code),
)
export const AREA_CODES: readonly AreaCode[] = AREA_GROUPS.flatMap((group) => [
  group.code,
  ...group.members.map((member) => member.code),
])

const LABELS: ReadonlyMap<string, string> = new Map(
  AREA_GROUPS.flatMap((group) => [group, ...group.members].map(({ code, label }) => [code, label])),
)
const MEMBERS: ReadonlyMap<AreaCode, readonly MemberCode[]> = new Map<AreaCode, readonly MemberCode[]>(
  AREA_GROUPS.flatMap((group) => [
    [group.code, group.members.map((member) => member.code)],
    ...group.members.map((member): [AreaCode, readonly MemberCode[]] => [member.code, [member.code]]),
  ]),
)

/** The label of an area; an unknown code is shown as it is. */
export function areaLabel(code: string): string {
  return LABELS.get(code) ?? code
}

/** The members of a group, or the area itself. */
export function membersOf(code: AreaCode): readonly MemberCode[] {
  return MEMBERS.get(code) ?? []
}
