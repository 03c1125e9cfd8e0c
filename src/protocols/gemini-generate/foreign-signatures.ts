import { type Span, valueAt } from '../../core/json.ts'
import { type Edit, fieldsAt, listsUnder, spansUnder, takenOutWithin, whereMarked, wholeOf } from '../elements.ts'
import { isForeign, SEALED_MARK, UNSIGNED } from './signature.ts'
import { isOlder } from './thinking.ts'

/** Google reads both ways to write a name. */
const KEYS = ['thoughtSignature', 'thought_signature'] as const
const CALLS = ['functionCall', 'function_call'] as const

/** What Google accepts in the place of another vendor's signature: what stands for one, or none. */
export const [STAND_IN, NONE] = [UNSIGNED, ''].map((text) => Buffer.from(JSON.stringify(text))) as [Buffer, Buffer]

const WORDS: ReadonlySet<string> = new Set(['text'])

/**
 * The edits that put what Google accepts in the place of other vendors' signatures: the stand-in for a call, which must have
 * one since Gemini 3, and for anything else an empty one, which is none. A part that was there for its signature alone goes
 * (wire.md §3.6). Under the keys in `inner` a body holds a whole request.
 */
export function foreignSignatures(body: Uint8Array, model: string, inner: readonly string[] = []): Edit[] {
  const may = whereMarked(body, [SEALED_MARK])
  if (!may(wholeOf(body))) return []
  const foreignIn = (part: Span) => spansUnder(body, part, KEYS).filter((span) => isForeign(valueAt(body, span)))
  const isCall = (part: Span) => spansUnder(body, part, CALLS).length > 0
  const isOut = (part: Span) => fieldsAt(body, part, WORDS).text === '' && foreignIn(part).length > 0
  const standIn = isOlder(model) ? NONE : STAND_IN
  const requests = [wholeOf(body), ...spansUnder(body, wholeOf(body), inner)]
  return requests
    .flatMap((request) => listsUnder(body, request, 'contents'))
    .flatMap((contents) => {
      const parts = contents.filter(may).flatMap((content) => listsUnder(body, content, 'parts').flat().filter(may))
      const put = parts.flatMap((part) =>
        isOut(part) ? [] : foreignIn(part).map((span) => ({ ...span, with: isCall(part) ? standIn : NONE })),
      )
      return [...put, ...takenOutWithin(body, { objects: contents, key: 'parts', may, isOut })]
    })
}
