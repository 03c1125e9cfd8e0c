import type { Json } from '../../core/json.ts'
import type { Citation } from '../translate/citations.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block } from '../translate/piece.ts'
import { createPlace, type ItemStatus, type Opened, type Place, type Shown } from './place.ts'
import { openCall } from './write-call.ts'
import { openThought } from './write-thought.ts'
import { createWords } from './write-words.ts'

/** The items of an answer, of which one is open at a time. */
type Output = {
  readonly items: readonly Json[]
  /** Whether the model has refused. */
  readonly refused: boolean
  open(block: Block): string
  delta(text: string): string
  cite(citation: Citation): string
  close(signature: Signature | null): string
  /** The answer goes on to its end, and no block follows; the status is that of the last. */
  settle(status: ItemStatus): string
}

/**
 * The end of a block is told with what comes after it: one that is closed because the upstream broke off is not whole, and
 * Codex runs a call as soon as it is told to be.
 */
export function createOutput(id: string, telling: Pick<Place, 'tell' | 'deltas'>): Output {
  const place = createPlace(id, telling)
  const words = createWords(place)
  let shown: Shown | null = null
  let closed: ((status: ItemStatus) => string) | null = null
  let refused = false

  function goOn(status: ItemStatus): string {
    const text = closed?.(status) ?? ''
    closed = null
    return text
  }

  function opened(block: Block): Opened {
    switch (block.kind) {
      case 'text':
      case 'refusal':
        return words.open(block.kind)
      case 'thinking':
        return openThought(place)
      case 'call':
        return { text: '', shown: openCall(place, block) }
      case 'image':
        return openImage(place, block.mime)
      default:
        return block satisfies never
    }
  }

  return {
    items: place.items,
    get refused() {
      return refused
    },
    open(block) {
      if (block.kind === 'refusal') refused = true
      const isWords = block.kind === 'text' || block.kind === 'refusal'
      const before = goOn('completed') + (isWords ? '' : words.settle('completed'))
      const next = opened(block)
      shown = next.shown
      return before + next.text
    },
    delta: (text) => shown?.delta(text) ?? '',
    cite: (citation) => words.cite(citation),
    close(signature) {
      const ending = shown
      closed = (status) => ending?.close(signature, status) ?? ''
      return ''
    },
    settle: (status) => goOn(status) + words.settle(status),
  }
}

/** Shows a picture as what the hosted tool makes, which is told when it is whole. */
function openImage(place: Place, mime: string): Opened {
  const { at, done, text } = place.begin('ig', { type: 'image_generation_call', status: 'in_progress', result: null })
  const format = mime === 'image/svg+xml' ? 'svg' : mime.replace(/^image\//, '')
  let result = ''
  return {
    text: text + place.tell('response.image_generation_call.in_progress', at),
    shown: {
      delta(base64) {
        result += base64
        return ''
      },
      close() {
        const completed = place.tell('response.image_generation_call.completed', at)
        return completed + done({ status: 'completed', output_format: format, result })
      },
    },
  }
}
