import { expect, test } from 'vitest'
import { prioritiesAt } from './credential-order.ts'

const credentials = (text: string) =>
  text.split(' ').map((one) => ({ id: one.slice(0, 1), priority: Number(one.slice(1)) }))

/** The priorities after dragging one of some above (`^`) or below (`_`) another, smallest first; null where nothing changes. */
function drag(given: string, id: string, to: string): string | null {
  const order = credentials(given)
  const dragged = order.find((one) => one.id === id)
  const made = dragged && prioritiesAt(order, dragged, { id: to.slice(1), below: to.startsWith('_') })
  if (!made) return null
  const now = order.map((one) => ({ ...one, priority: made.priorities.get(one.id) ?? one.priority }))
  return now
    .toSorted((a, b) => a.priority - b.priority)
    .map((one) => `${one.id}${one.priority}`)
    .join(' ')
}

test.each([
  { where: 'first, all having the smallest there is', given: 'a1 b1 c1', id: 'c', to: '^a', gives: 'c1 a2 b2' },
  { where: 'last', given: 'a1 b1 c1', id: 'a', to: '_c', gives: 'b1 c1 a2' },
  { where: 'between two with numbers to spare', given: 'a1 b5 c9', id: 'c', to: '^b', gives: 'a1 c2 b5' },
  { where: 'between two without', given: 'a1 b2 c3 d4 e9', id: 'e', to: '_a', gives: 'a1 e2 b3 c4 d5' },
  { where: 'above two that share one', given: 'a1 b2 c2 d3', id: 'd', to: '^b', gives: 'a1 d2 b3 c3' },
  { where: 'among those that share one', given: 'a1 b2 c2 d3', id: 'd', to: '_b', gives: 'a1 b2 c2 d2' },
  { where: 'above one after which there is room', given: 'a1 b2 c4', id: 'b', to: '^a', gives: 'b1 a2 c4' },
  { where: 'where it stands', given: 'a1 b2 c3', id: 'b', to: '_a', gives: null },
  { where: 'among those it shares one with', given: 'a1 b1 c1', id: 'c', to: '_a', gives: null },
  { where: 'on itself', given: 'a1 b2', id: 'b', to: '_b', gives: null },
  { where: 'after the last number there is', given: 'a1 b1000', id: 'a', to: '_b', gives: null },
])('a credential that is dropped $where has its place by priorities', ({ given, id, to, gives }) => {
  expect(drag(given, id, to)).toBe(gives)
})
