/** The operator's way out to a provider. */
export type Line = {
  /** The address of a proxy with what it is to be told of who asks: `http`, `https` or `socks5`; null: none. */
  proxy: string | null
  /** Certificates in PEM that are trusted beside the system's; null: none. */
  ca: string | null
  /** HTTP/2 may be spoken where the provider offers it. */
  http2: boolean
}

/** No way of its own. */
export const STRAIGHT: Line = { proxy: null, ca: null, http2: false }

/** A proxy's address without what it is told of who asks: all that is ever shown of it. */
export function shownProxy(proxy: string): string {
  const { protocol, host } = new URL(proxy)
  return `${protocol}//${host}`
}
