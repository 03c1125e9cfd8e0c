import { type LookupOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { unbracketed } from '../core/ip.ts'
import { blockListOf, isListed } from './block-list.ts'

/** Never reached, whatever the operator allows: link-local, cloud metadata, multicast and the unspecified address. */
const NEVER = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '0.0.0.0/8',
  '224.0.0.0/4',
  '240.0.0.0/4',
  'fe80::/10',
  'ff00::/8',
  '::/128',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  // A translator's own network and tunnels (RFC 8215, 4380), which may end anywhere.
  '64:ff9b:1::/48',
  '2001::/32',
]

/** Reached only where the provider is marked as lying in a private network. */
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
]

const never = blockListOf(NEVER)
const inside = blockListOf(PRIVATE)

/** Whether a host of a URL is an address (not a name) that may not be reached. */
export function isBlockedHost(hostname: string, allowPrivate: boolean): boolean {
  const address = unbracketed(hostname)
  return isIP(address) !== 0 && isBlockedAddress(address, allowPrivate)
}

const INSIDE_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i

/** Whether a name that is looked up elsewhere can only mean a place inside a network. */
export function isBlockedName(hostname: string, allowPrivate: boolean): boolean {
  return !allowPrivate && INSIDE_NAMES.test(hostname)
}

/** Whether an address may not be reached; IPv4 inside IPv6 (mapped, compatible, translated, 6to4, NAT64) is judged as IPv4. */
export function isBlockedAddress(address: string, allowPrivate: boolean): boolean {
  const plain = embeddedIpv4(address) ?? address
  return isListed(never, plain) || (!allowPrivate && isListed(inside, plain))
}

/** A DNS look-up for sockets that answers only addresses that may be reached, so that what was checked is what is connected to. */
export function guardedLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupOptions & { all: true } = { ...options, all: true }
    lookup(hostname, all, (error, addresses) => {
      if (error) return callback(error, '')
      const open = addresses.filter(({ address }) => !isBlockedAddress(address, allowPrivate))
      const [first] = open
      if (!first) return callback(Object.assign(new Error('the address is blocked'), { code: 'EBLOCKEDADDRESS' }), '')
      if (options.all) return callback(null, open)
      callback(null, first.address, first.family)
    })
  }
}

function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined
  // The URL parser writes every IPv6 form canonically; mapped addresses come out as two hex groups.
  const hex = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const tail =
    /^(?:::|::ffff:|::ffff:0:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(hex) ??
    /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(hex)
  if (!tail) return undefined
  return [tail[1], tail[2]]
    .flatMap((group = '') => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}
