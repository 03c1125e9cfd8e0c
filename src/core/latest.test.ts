import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Latest } from './latest.ts'
import { growthOf, MOST_GROWTH } from './test-growth.ts'

test('whatever is set, taken out and asked for, it is what a map in that order would hold', () => {
  const key = fc.nat(7)
  const act = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }),
    fc.record({ kind: fc.constant('delete' as const), key }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (acts, most) => {
      const latest = new Latest<number, number>(most)
      const model = new Map<number, number>()
      for (const one of acts) {
        model.delete(one.key)
        if (one.kind === 'delete') latest.delete(one.key)
        else {
          latest.set(one.key, one.value)
          model.set(one.key, one.value)
        }
        const [oldest] = model.keys()
        if (model.size > most && oldest !== undefined) model.delete(oldest)
        expect([latest.size, latest.oldest]).toEqual([model.size, [...model.keys()][0]])
        expect([...latest.values()]).toEqual([...model.values()])
        for (let n = 0; n < 8; n += 1) expect([latest.has(n), latest.get(n)]).toEqual([model.has(n), model.get(n)])
      }
    }),
  )
})

test('an entry takes the place of the oldest as soon where there are many', () => {
  // By the first key of a Map eight times as many as there is room for take the square of their number.
  const growth = growthOf(128_000, (count) => () => {
    const latest = new Latest<string, number>(count / 8)
    for (let n = 0; n < count; n += 1) latest.set(`one ${n}`, n)
    expect([latest.size, latest.oldest]).toEqual([count / 8, `one ${(count / 8) * 7}`])
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})
