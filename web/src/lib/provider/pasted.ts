/** Why a line cannot be read as a credential. */
export const PASTE_FAULTS = ['cells', 'json', 'secret', 'number', 'name'] as const
/** One of them. */
export type PasteFault = (typeof PASTE_FAULTS)[number]

/** A credential as a line has it; its name is empty where the line has none. */
export type PastedCredential = { name: string; secret: string; weight: number; priority: number }

/** A line of what was pasted, counted from 1. `twin`: the line before it with the same secret. */
export type PastedLine =
  | ({ line: number; fault: null; twin: number | null } & PastedCredential)
  | { line: number; fault: PasteFault }

const MOST = { secret: 8192, name: 64, number: 1000 }
/** What an HTTP header can carry without doubt; quotes and commas come of lists in programs. */
const SECRET = /^[!#-&(-+\--~]+$/

/** Reads credentials, one a line: the secret, before it the name and after it weight and priority if there are any, with tabs or commas between. Blank lines count for nothing. */
export function pastedLines(text: string): PastedLine[] {
  const seen = new Map<string, number>()
  return text.split(/\r\n?|\n/).flatMap((given, at): PastedLine[] => {
    const said = given.trim()
    if (said === '') return []
    const line = at + 1
    const read = readLine(said)
    if (typeof read === 'string') return [{ line, fault: read }]
    const twin = seen.get(read.secret) ?? null
    if (twin === null) seen.set(read.secret, line)
    return [{ line, fault: null, twin, ...read }]
  })
}

function readLine(line: string): PastedCredential | PasteFault {
  // A key of a service account is a JSON text, commas and all.
  if (line.startsWith('{')) return isJson(line) ? { name: '', secret: line, weight: 1, priority: 1 } : 'json'
  const cells = line.split(line.includes('\t') ? '\t' : /[,，]/).map((cell) => cell.trim())
  while (cells.length > 1 && cells.at(-1) === '') cells.pop()
  const words = cells.findLastIndex((cell) => !/^\d+$/.test(cell)) + 1
  const [first = '', second] = cells.slice(0, Math.max(words, 1))
  const numbers = cells.slice(Math.max(words, 1)).map(Number)
  if (words > 2 || numbers.length > 2) return 'cells'
  const [weight = 1, priority = 1] = numbers
  if (![weight, priority].every((number) => number >= 1 && number <= MOST.number)) return 'number'
  const [name, secret] = second === undefined ? ['', first] : [first, second]
  if (!SECRET.test(secret) || secret.length > MOST.secret) return 'secret'
  return name.length > MOST.name ? 'name' : { name, secret, weight, priority }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return text.length <= MOST.secret
  } catch {
    return false
  }
}

/** What is added of them, in their order: each secret once, those without a name numbered past the names that are `taken`. */
export function toAdd(
  lines: readonly PastedLine[],
  taken: readonly string[],
  numbered: (n: number) => string,
): PastedCredential[] {
  const names = new Set(taken)
  let n = taken.length
  const free = () => {
    do n += 1
    while (names.has(numbered(n)))
    return numbered(n)
  }
  return lines.flatMap((line) => {
    if (line.fault !== null || line.twin !== null) return []
    const { secret, weight, priority } = line
    return [{ name: line.name === '' ? free() : line.name, secret, weight, priority }]
  })
}

/** A secret as it may stand on a screen: its last four characters, where those give little away. */
export function maskedSecret(secret: string): string {
  return secret.startsWith('{') || secret.length < 12 ? '••••' : `••••${secret.slice(-4)}`
}
