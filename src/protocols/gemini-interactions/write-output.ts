import type { Json } from '../../core/json.ts'
import type { Citation } from '../translate/citations.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Piece } from '../translate/piece.ts'
import type { Tell } from './answer-writer.ts'
import { bytesOf } from './spans.ts'
import { type Begin, showCall, showPicture, showThought, showWords, type Shown, type Words } from './write-shown.ts'

type Opening = Extract<Piece, { type: 'open' }>

/** The steps of an answer, of which one is open at a time. */
type Output = {
  readonly steps: readonly Json[]
  /** Whether functions wait to be called. */
  readonly called: boolean
  /** Whether the model has refused. */
  readonly refused: boolean
  open(piece: Opening): string
  delta(text: string): string
  close(signature: Signature | null): string
  cite(citation: Citation): string
  /** No block follows. */
  settle(): string
}

/**
 * The end of a step is told with what comes after it: clients call a function as soon as its step has stopped, and one that is
 * closed because the upstream broke off is not whole.
 */
export function createOutput(id: string, tell: Tell): Output {
  const steps: Json[] = []
  let begun = 0
  let refused = false
  let shown: Shown | null = null
  let ending = ''
  let words: Words | null = null

  const begin: Begin = (step) => {
    const index = begun
    begun += 1
    return {
      index,
      text: tell('step.start', { index, step }),
      more: (delta) => tell('step.delta', { index, delta }),
    }
  }

  function goOn(): string {
    const text = ending
    ending = ''
    return text
  }

  function opened({ block, signature }: Opening): Shown & { text?: string } {
    switch (block.kind) {
      case 'text':
      case 'refusal':
        return showWords(begin, (told) => (words = told))
      case 'thinking':
        return showThought(begin)
      case 'call':
        return showCall(begin, { id: block.id ?? `call-${id}-${begun}`, name: block.name }, signature ?? null)
      case 'image':
        return showPicture(begin, block.mime)
      default:
        return block satisfies never
    }
  }

  return {
    steps,
    get called() {
      return steps.some(({ type }) => type === 'function_call')
    },
    get refused() {
      return refused
    },
    open(piece) {
      if (piece.block.kind === 'refusal') refused = true
      const before = goOn()
      const next = opened(piece)
      shown = next
      return before + (next.text ?? '')
    },
    delta: (text) => shown?.delta(text) ?? '',
    close(signature) {
      const { text, step } = shown?.close(signature) ?? { text: '', step: null }
      if (!step) return text
      steps.push(step)
      ending = tell('step.stop', { index: begun - 1 })
      return text
    },
    cite({ url, title, span }) {
      if (!words) return ''
      const { index, part } = words
      const annotation = { type: 'url_citation', url, title, ...bytesOf(span, part.text) }
      part.annotations = [...(part.annotations ?? []), annotation]
      return tell('step.delta', { index, delta: { type: 'text_annotation_delta', annotations: [annotation] } })
    },
    settle: goOn,
  }
}
