/** IPv4 mapped into IPv6 is the same address and must meet the same rule. */
export function canonicalIp(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}

/** A host as sockets and name servers take it: in a URL an IPv6 address stands in brackets. */
export function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** A host as a URL has it. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** What is written down of an address: all of it, the network it is in, or nothing. */
export type KeptAddress = 'full' | 'network' | 'none'

const V6_GROUPS = 8
const KEPT_GROUPS = 3

/** An address as it is written down; its network are 24 bits of IPv4 and 48 of IPv6. What is no address has no network. */
export function keptAddress(ip: string, kept: KeptAddress): string {
  if (kept === 'full') return ip
  if (kept === 'none') return ''
  const [four] = /^(?:\d{1,3}\.){3}(?=\d{1,3}$)/.exec(ip) ?? []
  if (four !== undefined) return `${four}0/24`
  if (!ip.includes(':')) return ''
  const [head = [], tail = []] = ip.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const zeros = Array.from({ length: Math.max(0, V6_GROUPS - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, KEPT_GROUPS)
  return `${groups.join(':').replace(/(?:(?:^|:)0+)+$/, '')}::/48`
}
