import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Crowd } from './crowd.ts'

test('whoever comes and leaves in any order, those are there who have not left', () => {
  const crowd = new Crowd<number>()
  const there = new Map<number, Disposable>()
  let seed = 1
  const dice = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (let n = 0; n < 5000; n += 1) {
    const [leaving] = [...there].slice(dice() % 20)
    if (leaving && dice() % 2 === 0) {
      const [one, place] = leaving
      place[Symbol.dispose]()
      // A second time it must not take anybody else along.
      place[Symbol.dispose]()
      there.delete(one)
    } else there.set(n, crowd.add(n))
    expect(crowd.size).toBe(there.size)
  }
  expect([...crowd].sort((a, b) => a - b)).toEqual([...there.keys()].sort((a, b) => a - b))
})

test('who leaves while everybody is gone through takes nobody’s turn', () => {
  const crowd = new Crowd<string>()
  const places = ['a', 'b', 'c', 'd'].map((one) => crowd.add(one))
  const seen = []
  for (const one of crowd) {
    seen.push(one)
    for (const place of places.splice(0, 2)) place[Symbol.dispose]()
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
  expect([...crowd]).toEqual([])
})

test('whoever has left is not kept by the collector of young objects', () => {
  const collect = collector()
  const crowd = new Crowd<number[]>()
  const there: Disposable[] = []
  const comeAndGo = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      there.push(crowd.add(KILOBYTE.map((part) => part + n)))
      if (there.length > 32) there.shift()?.[Symbol.dispose]()
    }
  }
  comeAndGo(1000)
  collect('major')
  const before = oldBytes()
  for (let round = 0; round < 20; round += 1) {
    comeAndGo(300)
    collect('minor')
  }
  // Of six million bytes; a Set keeps nearly all of them.
  expect(oldBytes() - before).toBeLessThan(1_000_000)
})

/** Numbers that take as much. */
const KILOBYTE = [...Array(128).keys()]

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? NaN
}

/** V8's own collections, which a program is not given unless it asks for them. */
function collector(): (type: 'major' | 'minor') => void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: { type: string }) => void
  return (type) => gc({ type })
}
