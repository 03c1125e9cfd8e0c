/** What code may be coloured as; `env` is a file of variables, `plain` gets no colours. */
export type Language = 'json' | 'sh' | 'python' | 'ts' | 'env' | 'toml' | 'plain'

/** A run of code and its class: key or keyword, string, comment, marked, or plain. */
type Piece = { kind: 'k' | 's' | 'c' | 'h' | null; text: string }

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
// What is never closed takes its line along: from each quote behind it the end would be looked for once more.
const STRINGS = String.raw`(?<s>${STRING})|(?<n>["'][^\n]*)`
const words = (list: string) => String.raw`(?<k>\b(?:${list})\b)`

/** One expression a language, with a named group for each class. Small on purpose: the snippets are ours and short. */
const GRAMMARS: Readonly<Record<Language, RegExp>> = {
  json: new RegExp(String.raw`(?<k>"(?:[^"\\\n]|\\.)*"(?=\s*:))|${STRINGS}`, 'g'),
  sh: new RegExp(
    String.raw`(?<c>(?<=^|\s)#[^\n]*)|${STRINGS}|${words('curl|export|claude|python|node|npm|pip')}|(?<k2>\s-{1,2}[A-Za-z][\w-]*)`,
    'gm',
  ),
  python: new RegExp(String.raw`(?<c>#[^\n]*)|${STRINGS}|${words('from|import|for|in|with|as|print')}`, 'g'),
  ts: new RegExp(String.raw`(?<c>\/\/[^\n]*)|${STRINGS}|${words('import|from|const|new|await|for|of')}`, 'g'),
  env: new RegExp(String.raw`(?<c>^#[^\n]*)|(?<k>^\w+(?==))`, 'gm'),
  plain: /(?!)/g,
  toml: new RegExp(String.raw`(?<c>#[^\n]*)|${STRINGS}|(?<k>^[ \t]*[\w.]+(?=[ \t]*=))|(?<k2>^\[[^\]\n]+\])`, 'gm'),
}

/** Splits code into pieces to colour; their texts joined are the code again. */
export function highlight(code: string, language: Language, mark?: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of code.matchAll(GRAMMARS[language])) {
    pieces.push({ kind: null, text: code.slice(from, match.index) })
    pieces.push({ kind: kindOf(match.groups ?? {}), text: match[0] })
    from = match.index + match[0].length
  }
  pieces.push({ kind: null, text: code.slice(from) })
  return pieces
    .filter((piece) => piece.text !== '')
    .map((piece) => (mark && piece.text.includes(mark) ? { ...piece, kind: 'h' } : piece))
}

function kindOf({ n, s, c }: Readonly<Record<string, string | undefined>>): Piece['kind'] {
  if (n !== undefined) return null
  if (c !== undefined) return 'c'
  return s === undefined ? 'k' : 's'
}
