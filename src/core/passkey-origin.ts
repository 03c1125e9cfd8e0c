/** Why browsers have no passkeys for an origin: its host is an address and no name, or what goes there is not encrypted. */
export type NoPasskeys = 'address' | 'insecure'

/**
 * What keeps passkeys from an origin; null where they work. Passkeys belong to a domain, which an IP address is not
 * (WebAuthn 3, 5.1.3), and browsers have them in a secure context alone, of which `localhost` is one by plain HTTP too.
 */
export function noPasskeysAt(origin: string): NoPasskeys | null {
  const { hostname, protocol } = new URL(origin)
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return 'address'
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? null : 'insecure'
}
