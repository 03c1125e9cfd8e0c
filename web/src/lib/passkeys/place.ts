import { noPasskeysAt, type NoPasskeys } from '../../../../src/core/passkey-origin.ts'

/** Why there are no passkeys where this console is opened, and where there are; `at` is null where nobody here can tell. */
export type NoPasskeysHere = { problem: NoPasskeys | 'elsewhere' | 'unsupported'; at: string | null }

/** What keeps passkeys from a page; `origin` is the one where they work, null where it may be any. */
export function noPasskeysHere(page: Pick<URL, 'origin'>, origin: string | null): NoPasskeysHere | null {
  if (origin !== null && origin !== page.origin) return { problem: 'elsewhere', at: origin }
  const problem = noPasskeysAt(page.origin)
  if (problem !== null) return { problem, at: problem === 'address' ? localName(page) : null }
  return 'PublicKeyCredential' in globalThis ? null : { problem: 'unsupported', at: null }
}

/** The same console by a name that browsers have passkeys for, where it is opened by the address of its own machine; null elsewhere. */
export function localName({ origin }: Pick<URL, 'origin'>): string | null {
  const url = new URL(origin)
  if (!/^127\.|^\[::1\]$/.test(url.hostname)) return null
  url.hostname = 'localhost'
  return url.origin
}
