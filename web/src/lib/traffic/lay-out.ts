/** Deeper than this nothing moves further in: a text of brackets alone would become far longer than it is. */
const MOST_DEPTH = 32

const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}[\],:]|[^\s"{}[\],:]+/g
const OPENS = ['{', '[']
const CLOSES = ['}', ']']

/** JSON line by line, every number and string as it came, its beginning too where the rest was `cut`; any other text as it is. */
export function layOut(text: string, cut: boolean): string {
  return isJson(text) || (cut && /^\s*(?:\{\s*"|\[\s*[{["])/.test(text)) ? indent(text) : text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// Not by way of the values: long numbers would lose digits, and keys their order.
function indent(text: string): string {
  const parts: string[] = []
  let depth = 0
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = CLOSES.includes(token)
    const opened = OPENS.includes(before)
    if (closes) depth -= 1
    if (closes ? !opened : opened || before === ',') parts.push(`\n${'  '.repeat(bounded(depth))}`)
    parts.push(before === ':' ? ` ${token}` : token)
    if (OPENS.includes(token)) depth += 1
    before = token
  }
  return parts.join('')
}

const bounded = (depth: number) => Math.max(0, Math.min(MOST_DEPTH, depth))
