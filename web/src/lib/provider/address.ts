import type { Dialect } from '../../../../src/core/protocol.ts'

/** What is odd about an address; none of them forbids to save it. */
type AddressDoubt = 'private' | 'plain_http' | 'version_missing' | 'version_extra'

const LOCAL_HOST = /^(localhost|.+\.(local|internal|lan|localhost)|[^.:[\]]+)$/i
const PRIVATE_V4 = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
const PRIVATE_V6 = /^\[(::1|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i

/** Whether an address names this machine or a private network, as far as its text tells. */
export function isPrivateAddress(address: string): boolean {
  const host = hostOf(address)
  return host !== undefined && (LOCAL_HOST.test(host) || PRIVATE_V4.test(host) || PRIVATE_V6.test(host))
}

/** What an operator should look at twice, given the base address a client library of this dialect takes. */
export function addressDoubts(dialect: Dialect, address: string): AddressDoubt[] {
  if (!URL.canParse(address)) return []
  const path = new URL(address).pathname.replace(/\/+$/, '')
  const isPrivate = isPrivateAddress(address)
  const doubts: [AddressDoubt, boolean][] = [
    ['private', isPrivate],
    ['plain_http', !isPrivate && address.startsWith('http:')],
    ['version_missing', dialect === 'openai' && path === ''],
    ['version_extra', dialect !== 'openai' && /\/v1(beta)?$/.test(path)],
  ]
  return doubts.filter(([, holds]) => holds).map(([doubt]) => doubt)
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}
