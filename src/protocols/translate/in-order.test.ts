import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'
import type { Piece } from './piece.ts'

const call = (index: number): Piece => ({
  type: 'open',
  index,
  block: { kind: 'call', id: `c${index}`, name: 'f', namespace: null, form: 'function' },
})
const delta = (index: number, text: string): Piece => ({ type: 'delta', index, text })
const close = (index: number): Piece => ({ type: 'close', index, signature: null })

function arranged(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  const arrange = inOrder((piece) => out.push(piece))
  for (const piece of pieces) arrange(piece)
  return out
}

test('a block that is told beside another waits until that one is closed', () => {
  const told = [call(3), call(7), delta(7, 'b1'), delta(3, 'a'), delta(7, 'b2'), close(7), close(3)]
  expect(arranged(told)).toEqual([
    { ...call(3), index: 0 },
    delta(0, 'a'),
    close(0),
    { ...call(7), index: 1 },
    delta(1, 'b1'),
    delta(1, 'b2'),
    close(1),
  ])
})

test('however blocks are told beside one another, each comes out whole, alone and in the order it was opened', () => {
  const blocks = fc.array(fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(blocks, fc.infiniteStream(fc.nat()), (texts, dice) => {
      const left = texts.map((deltas, index) => [
        call(index),
        ...deltas.map((text) => delta(index, text)),
        close(index),
      ])
      const told: Piece[] = []
      // Blocks open in the order of their index; after that their pieces come in any order.
      for (const own of left) told.push(...own.splice(0, 1))
      while (left.some((own) => own.length > 0)) {
        const able = left.filter((own) => own.length > 0)
        told.push(...(able[(dice.next().value ?? 0) % able.length]?.splice(0, 1) ?? []))
      }
      const whole = texts.flatMap((deltas, index) => [
        call(index),
        ...deltas.map((text) => delta(index, text)),
        close(index),
      ])
      expect(arranged(told)).toEqual(whole)
    }),
  )
})

test('what belongs to no block passes at once', () => {
  expect(arranged([{ type: 'start', id: null, model: null }, { type: 'end' }])).toHaveLength(2)
})
