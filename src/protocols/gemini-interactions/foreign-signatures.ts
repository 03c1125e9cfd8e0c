import { type Span, valueAt } from '../../core/json.ts'
import { type Edit, fieldsAt, listsUnder, spansUnder, takenOut, whereMarked, wholeOf } from '../elements.ts'
import { NONE, STAND_IN } from '../gemini-generate/foreign-signatures.ts'
import { isForeign, SEALED_MARK } from '../gemini-generate/signature.ts'
import { isOlder } from '../gemini-generate/thinking.ts'

const TYPE: ReadonlySet<string> = new Set(['type'])

/**
 * The edits that put what Google accepts in the place of other vendors' signatures: what stands for one since Gemini 3; before it
 * none, and a thought, which must have one, goes (wire.md §3.6).
 */
export function foreignSignatures(body: Uint8Array, model: string): Edit[] {
  const may = whereMarked(body, [SEALED_MARK])
  if (!may(wholeOf(body))) return []
  const older = isOlder(model)
  const foreignIn = (step: Span) =>
    spansUnder(body, step, ['signature']).filter((span) => isForeign(valueAt(body, span)))
  const isOut = (step: Span) => older && fieldsAt(body, step, TYPE).type === 'thought' && foreignIn(step).length > 0
  return listsUnder(body, wholeOf(body), 'input').flatMap((steps) => {
    const marked = steps.filter(may)
    const out = new Set(marked.filter(isOut))
    const put = marked.flatMap((step) =>
      out.has(step) ? [] : foreignIn(step).map((span) => ({ ...span, with: older ? NONE : STAND_IN })),
    )
    return [...put, ...takenOut(steps, out)]
  })
}
