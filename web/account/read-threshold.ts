/** What a number that a person typed can mean: one value, two where nobody can know which, none where it is not a number. */
export function readThreshold(text: string): number[] {
  const plain = text.trim().replace(/^[−–]/, '-')
  // `45 000`, also with the spaces that word processors write.
  if (/^-?\d{1,3}(\s\d{3})+$/.test(plain)) return [Number(plain.replaceAll(/\s/g, ''))]
  const match = /^(-?)(\d+(?:[.,]\d+)*)$/.exec(plain)
  if (match === null) return []
  const [, sign = '', digits = ''] = match
  const separators = digits.replaceAll(/\d/g, '')
  const last = separators.at(-1)
  const value = (hasDecimals: boolean) => {
    const at = hasDecimals && last !== undefined ? digits.lastIndexOf(last) : digits.length
    return Number(`${sign}${digits.slice(0, at).replaceAll(/[.,]/g, '')}.${digits.slice(at + 1)}`)
  }
  if (last === undefined) return [value(false)]
  const isGrouped = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(digits) && new Set(separators).size === 1
  // `45,000` is how the product writes it; `45.000` can be either.
  if (isGrouped && (separators.length > 1 || last === ',')) return [value(false)]
  if (isGrouped) return [value(false), value(true)]
  return separators.indexOf(last) === separators.length - 1 ? [value(true)] : []
}
