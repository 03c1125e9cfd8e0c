import { BlockList, isIP } from 'node:net'
import { canonicalIp } from '../core/ip.ts'

/** Tells the caller's address from the socket's and `X-Forwarded-For`. */
export type ClientIp = (socketAddress: string | undefined, forwardedFor: string | string[] | undefined) => string

/** Believes `X-Forwarded-For` only as far as trusted proxies (addresses or CIDR blocks) wrote it; throws on what is neither. */
export function createClientIp(trustedProxies: readonly string[]): ClientIp {
  const trusted = new BlockList()
  for (const block of trustedProxies) {
    const [address = '', bits] = block.split('/')
    const family = isIP(address)
    if (family === 0) throw new Error(`TRUSTED_PROXIES: ${block} is not an address or a CIDR block`)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, type)
    else trusted.addSubnet(address, Number(bits), type)
  }
  const isTrusted = (ip: string) => isIP(ip) !== 0 && trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
  return (socketAddress, forwardedFor) => {
    let ip = canonicalIp(socketAddress ?? '')
    if (forwardedFor === undefined) return ip
    const hops = [forwardedFor].flat().join(',').split(',').map(addressIn)
    // Each proxy appends the address it saw, so the list is read from its end, and the first stranger is the caller.
    for (const hop of hops.toReversed()) {
      if (!isTrusted(ip) || isIP(hop) === 0) break
      ip = hop
    }
    return ip
  }
}

/** Some proxies write the port behind it (Azure's Application Gateway), and IPv6 in brackets then. */
const WITH_PORT = /^(?:\[([\da-f.:]+)\](?::\d+)?|([\d.]+):\d+)$/i

/** The address that a proxy has written; what is none stays as it is. */
function addressIn(hop: string): string {
  const written = hop.trim()
  const [, six, four] = WITH_PORT.exec(written) ?? []
  return canonicalIp(six ?? four ?? written)
}
