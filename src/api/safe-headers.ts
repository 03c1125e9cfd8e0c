/** Headers that say how a call came and hold nothing that lets anybody in; of no other is anything kept. */
const SAFE = [
  'user-agent',
  'accept-language',
  'content-type',
  'content-length',
  'if-match',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
] as const

const MOST_CHARS = 300

/** What of a call's headers may be written down. */
export function safeHeaders(headers: Headers): Record<string, string> {
  const kept = SAFE.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value.slice(0, MOST_CHARS)]]
  })
  return Object.fromEntries(kept) as Record<string, string>
}
