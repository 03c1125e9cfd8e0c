import { expect, test } from 'vitest'
import { priorityAt } from './drag-order.ts'

const order = [
  { id: 'a', priority: 100 },
  { id: 'b', priority: 100 },
  { id: 'c', priority: 200 },
  { id: 'd', priority: 201 },
]
const drag = (id: string, to: string, below: boolean) => {
  const dragged = order.find((one) => one.id === id)
  return dragged && priorityAt(order, dragged, { id: to, below })
}

test.each([
  { where: 'above all others', id: 'c', to: 'a', below: false, priority: 50 },
  { where: 'among those that share a priority', id: 'c', to: 'a', below: true, priority: 100 },
  { where: 'between two priorities', id: 'd', to: 'b', below: true, priority: 150 },
  { where: 'below all others', id: 'a', to: 'd', below: true, priority: 301 },
  { where: 'below one with the next number at once', id: 'a', to: 'c', below: true, priority: 200 },
  { where: 'above the one with that number', id: 'a', to: 'd', below: false, priority: 201 },
  { where: 'where it stands', id: 'c', to: 'd', below: false, priority: 200 },
  { where: 'on itself', id: 'c', to: 'c', below: true, priority: 200 },
])('what is dropped $where has a priority that says so', ({ id, to, below, priority }) => {
  expect(drag(id, to, below)).toBe(priority)
})

test('no priority is less than the first or more than the last there is', () => {
  const [first, last] = [
    { id: 'first', priority: 1 },
    { id: 'last', priority: 1000 },
  ]
  const dragged = { id: 'new', priority: 1000 }
  expect(priorityAt([first, last, dragged], dragged, { id: 'first', below: false })).toBe(1)
  expect(priorityAt([first, last, dragged], { ...dragged, priority: 5 }, { id: 'last', below: true })).toBe(1000)
  const near = { id: 'near', priority: 900 }
  expect(priorityAt([near, dragged], { ...dragged, priority: 5 }, { id: 'near', below: true })).toBe(950)
})
