import { X509Certificate } from 'node:crypto'
import type { Line } from '../core/line.ts'
import type { LineInput } from '../store/lines.ts'
import { invalid } from './errors.ts'

/** A way out as the contract takes it. */
type LineFields = {
  proxy?: string | null | undefined
  ca?: string | null | undefined
  http2?: boolean | undefined
}

/** Checks a way out beyond its form. */
export function lineIn({ proxy, ca, http2 }: LineFields): LineInput {
  if (proxy && !isAddressAlone(new URL(proxy)))
    throw invalid({
      proxy: { zh: '代理地址不能包含路径或查询参数', en: 'A proxy address must not contain a path or a query' },
    })
  if (ca && !isPem(ca)) throw invalid({ ca: { zh: '不是有效的 PEM 证书', en: 'These are not valid PEM certificates' } })
  return { proxy, ca, http2 }
}

/** The way out a form describes before any of it is saved; undefined: straight. */
export function unsavedLine(fields: LineFields): Line | undefined {
  const { proxy = null, ca = null, http2 = false } = lineIn(fields)
  return proxy === null && ca === null && !http2 ? undefined : { proxy, ca, http2 }
}

function isAddressAlone({ hostname, pathname, search, hash }: URL): boolean {
  return hostname !== '' && (pathname === '/' || pathname === '') && search === '' && hash === ''
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function isPem(text: string): boolean {
  const found = text.match(CERTIFICATE) ?? []
  // A private key that was pasted along must not be kept.
  if (found.length === 0 || text.replace(CERTIFICATE, '').includes('-----BEGIN')) return false
  try {
    for (const one of found) new X509Certificate(one)
    return true
  } catch {
    return false
  }
}
