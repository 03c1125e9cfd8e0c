/** What is taken out of captured texts, and what stands there instead. */
const SECRETS: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[private key]'],
  // Pictures, sound and files; a text of that length without a space is no prose either.
  [/(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{400,}={0,2}/g, (found) => `[${found.length} characters of base64]`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sk|rk|pk|gsk|xai|ghp|gho|github_pat|glpat|hf)[-_][\w-]{16,}/g, '[key]'],
  [/\bAIza[\w-]{30,}/g, '[key]'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, '[key]'],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi, '[credential]'],
  [
    /("(?:[\w-]*(?:api[_-]?key|password|passwd|secret|authorization|access[_-]?token|refresh[_-]?token))"\s*:\s*")(?:[^"\\]|\\.)*/gi,
    (found) => `${found.slice(0, found.indexOf('"', found.indexOf(':')) + 1)}[redacted]`,
  ],
]

const TAIL = 64
const CUT_KEY = /\b(?:(?:sk|rk|pk|gsk|xai|ghp|gho|github_pat|glpat|hf)[-_]|AIza|AKIA|ASIA)[\w-]*$/

/** The beginning of a text without the same: a key that a cut goes through may be too short to look like one. */
export function redactBegun(text: string): string {
  const left = redact(text)
  return left.slice(0, -TAIL) + left.slice(-TAIL).replace(CUT_KEY, '[key]')
}

/** A text without what looks like a credential, a private key or the bytes of a file. */
export function redact(text: string): string {
  return SECRETS.reduce(
    (left, [pattern, by]) => (typeof by === 'string' ? left.replace(pattern, by) : left.replace(pattern, by)),
    text,
  )
}
