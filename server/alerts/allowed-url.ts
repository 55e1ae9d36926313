/**
 * What is wrong with the address of a receiver, as a sentence; null where messages may go there. The host must be one of the
 * operator's, to the letter and with its port, if that is not the usual one. What the name resolves to is the operator's business: a
 * listed host may well be in the private network.
 */
export function urlFault(text: string, hosts: readonly string[]): string | null {
  if (hosts.length === 0)
    return 'This server sends no alerts: the operator has allowed no hosts (ALERT_HOSTS).'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'url must be an address that begins with http:// or https://.'
  if (url.username !== '' || url.password !== '') return 'url must not hold a user name or password.'
  return hosts.includes(url.host) ? null : `url must be on one of the hosts ${hosts.join(', ')}.`
}
