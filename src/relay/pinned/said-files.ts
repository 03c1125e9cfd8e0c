import { notWellFormed } from '../../core/asked-json.ts'
import { elementsOf, membersOf, OPEN_BRACE, OPEN_BRACKET, type Span, valueAt, valueEnd } from '../../core/json.ts'
import { remembered } from '../../core/remembered.ts'
import { PREAMBLES, type RequestSpans, TURNS } from '../../protocols/request.ts'

/** Whose words are never the operator's of an application: whoever speaks as another speaks as the system. */
const OTHERS: ReadonlySet<unknown> = new Set(['user', 'assistant', 'model', 'tool', 'function'])

/**
 * Ids of files that stand in a request's system messages behind a scheme (Bailian's `fileid://file-fe-1,fileid://file-fe-2`,
 * help.aliyun.com/en/model-studio/long-context-qwen-long), also where some of it is written with escapes. Throws `body_malformed`
 * where what may name some is not well-formed.
 */
export function filesSaid(body: Uint8Array, spans: Pick<RequestSpans, 'of'>, scheme: string): Set<string> {
  const found = new Set<string>()
  if (!maySay(body, scheme)) return found
  const system = [
    ...PREAMBLES.flatMap((key) => spans.of(key)),
    ...TURNS.flatMap((key) => spans.of(key)).flatMap((turns) => systemTurns(body, turns)),
  ]
  for (const { start, end } of system) {
    const [, ...said] = unescaped(utf8.decode(body.subarray(start, end))).split(scheme)
    for (const text of said) found.add(/^\s*([\w-]*)/.exec(text)?.[1] ?? '')
  }
  // The scheme alone, as instructions to a programmer have it.
  found.delete('')
  return found
}

const utf8 = new TextDecoder()

/** A scheme up to its colon, or how an escape of one of its small letters begins, in JSON or to a lenient parser. */
const marksOf = remembered((scheme) =>
  [scheme.split(':')[0] ?? scheme, '\\u006', '\\u007', '\\x'].map((mark) => Buffer.from(mark)),
)

/** Nearly no request says it, which its bytes tell at once. */
function maySay(body: Uint8Array, scheme: string): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return marksOf(scheme).some((mark) => bytes.includes(mark))
}

/** The messages of the system or the application among turns, in lists inside of lists too; one that says twice whose it is may be such. */
function systemTurns(body: Uint8Array, turns: Span): Span[] {
  const found: Span[] = []
  const goInto = (start: number): number => {
    if (body[start] === OPEN_BRACKET) return elementsOf(body, start, goInto)
    if (body[start] !== OPEN_BRACE) return valueEnd(body, start)
    let isSystem = false
    const end = membersOf(body, start, (key, at) => {
      const after = valueEnd(body, at)
      if (key === 'role' && after >= 0) isSystem ||= !OTHERS.has(valueAt(body, { start: at, end: after }))
      return after
    })
    if (isSystem) found.push({ start, end })
    return end
  }
  if (goInto(turns.start) < 0) throw notWellFormed()
  return found
}

/** A JSON text with the characters its escapes mean; white space for those that end a word. Throws `body_malformed` for what is no escape. */
function unescaped(json: string): string {
  return json.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code?: string, other?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    if (other === undefined || !'"\\/bfnrt'.includes(other)) throw notWellFormed()
    return other === '/' ? other : ' '
  })
}
