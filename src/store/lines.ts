import { type Line, shownProxy } from '../core/line.ts'
import type { Envelope } from '../vault/envelope.ts'
import type { ProviderRow } from './schema-providers.ts'

/** A provider's way out as it may be shown: of its proxy the address alone. */
export type ShownLine = Line

/** What of a way out changes; what is not given stays as it is. */
export type LineInput = {
  proxy?: string | null | undefined
  ca?: string | null | undefined
  http2?: boolean | undefined
}

/** Whether a changed way out lets somebody new read what is sent to these origins: its proxy in plain text, or whoever has the key of a new certificate. */
export function canBeOverheard(old: ShownLine, next: LineInput | undefined, origins: readonly string[]): boolean {
  const { proxy, ca } = next ?? {}
  if (ca && ca !== old.ca) return true
  const isNewProxy = Boolean(proxy) && shownProxy(proxy ?? '') !== old.proxy
  return isNewProxy && origins.some((origin) => origin.startsWith('http:'))
}

type LineColumns = Pick<ProviderRow, 'proxy_sealed' | 'proxy_shown' | 'ca_pem' | 'http2'>

/** The columns of a provider's way out that change, its proxy sealed as a credential is. */
export function lineColumns(id: string, line: LineInput, envelope: Envelope): Partial<LineColumns> {
  const { proxy, ca, http2 } = line
  return {
    ...(proxy !== undefined && {
      proxy_sealed: proxy === null ? null : envelope.seal(proxy, proxyPlace(id)),
      proxy_shown: proxy === null ? null : shownProxy(proxy),
    }),
    ...(ca !== undefined && { ca_pem: ca }),
    ...(http2 !== undefined && { http2: Number(http2) }),
  }
}

/** A provider's way out without its secrets. */
export function shownLine({ proxy_shown: proxy, ca_pem: ca, http2 }: LineColumns): ShownLine {
  return { proxy, ca, http2: http2 === 1 }
}

/** A provider's way out; undefined: straight; null: there is a proxy, but who is asking does not open. */
export function openLine(envelope: Envelope, row: LineColumns & { id: string }): Line | undefined | null {
  const line = { proxy: null, ca: row.ca_pem, http2: row.http2 === 1 }
  if (row.proxy_sealed === null) return line.ca === null && !line.http2 ? undefined : line
  try {
    return { ...line, proxy: envelope.open(row.proxy_sealed, proxyPlace(row.id)) }
  } catch {
    // Never straight instead: an operator who names a proxy may not want to be seen without it.
    return null
  }
}

function proxyPlace(id: string): string {
  return ['provider', id, 'proxy_sealed'].join(' ')
}
