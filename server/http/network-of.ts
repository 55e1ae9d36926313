import ipaddr from 'ipaddr.js'

/** What counts as one place on the network: an IPv4 address, or the /64 that an IPv6 address belongs to; one for all that is not an address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
