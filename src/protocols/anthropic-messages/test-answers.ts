import { expect } from 'vitest'
import { asRecord, parseExactly } from '../../core/json.ts'
import { dataTextsIn } from '../sse.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { anthropicReader } from './answer-reader.ts'

/** What the events of a stream say. */
export const eventsIn = (sse: string | Buffer) =>
  [...dataTextsIn(Buffer.from(sse))].map((text) => asRecord(parseExactly(text)))

/** What a stream of events is read as. */
export const readEvents = (events: Record<string, unknown>[]) => {
  const reader = anthropicReader()
  return [...events.flatMap((event) => reader.event(event)), ...reader.end()]
}

/** What a document is read as. */
export const readWhole = (answer: object) => anthropicReader().whole({ ...answer })

/** What pieces tell in the end: blocks with all their words, why it ended, and what was used. */
export function told(pieces: readonly Piece[]) {
  const blocks: { block: Block; text: string; signature?: Signature | null }[] = []
  const open = new Map<number, (typeof blocks)[number]>()
  for (const piece of pieces) {
    if (piece.type === 'open') {
      const block = { block: piece.block, text: '' }
      blocks.push(block)
      open.set(piece.index, block)
    } else if (piece.type === 'delta') {
      const block = open.get(piece.index)
      expect(block).toBeDefined()
      if (block) block.text += piece.text
    } else if (piece.type === 'close') {
      const block = open.get(piece.index)
      expect(block).toBeDefined()
      if (block) block.signature = piece.signature
      open.delete(piece.index)
    } else if (piece.type === 'finish') expect(open.size).toBe(0)
  }
  const finish = pieces.filter(({ type }) => type === 'finish')
  const usage = pieces.findLast((piece) => piece.type === 'usage')?.usage
  return {
    blocks,
    finish,
    usage,
    failure: pieces.find((piece) => piece.type === 'failure')?.error,
    last: pieces.at(-1)?.type,
  }
}
