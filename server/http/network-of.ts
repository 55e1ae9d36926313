import ipaddr from 'ipaddr.js'

/** A customer's link, a household or office, a large site. */
const PREFIX_BITS = [64, 56, 48] as const

/** Narrowest first. All texts that are not addresses are one network. */
export function networksOf(address: string): [narrowest: string, ...wider: string[]] {
  if (!ipaddr.isValid(address)) return ['unknown']
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString()]
  const [link, ...wider] = PREFIX_BITS.map((bits) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(
      `${parsed.toNormalizedString().split('%', 1)[0]}/${bits}`,
    )
    return `${network.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/${bits}`
  })
  return [link ?? '', ...wider]
}

export const networkOf = (address: string): string => networksOf(address)[0]
