import { expect, test } from 'vitest'
import { parseExactly } from '../core/json.ts'
import { createResponseChain } from './response-chain.ts'

test('a response leads back to everything it came from', () => {
  const chain = createResponseChain({ most: 64, mostBytes: 1000 })
  chain.remember('r1', [{ a: 1 }])
  expect(chain.itemsOf('r1')).toEqual([{ a: 1 }])
  expect(chain.itemsOf('r2')).toBeNull()
})

test('the oldest are forgotten when there are many, or when they are large', () => {
  const many = createResponseChain({ most: 64, mostBytes: 1000 })
  for (let i = 0; i < 70; i += 1) many.remember(`r${i}`, [i])
  expect(many.itemsOf('r5')).toBeNull()
  expect(many.itemsOf('r69')).toEqual([69])
  const small = createResponseChain({ most: 64, mostBytes: 20 })
  small.remember('a', ['0123456789'])
  small.remember('b', ['0123456789'])
  expect(small.itemsOf('a')).toBeNull()
  expect(small.itemsOf('b')).toEqual(['0123456789'])
})

test('what alone is larger than everything allowed is not kept', () => {
  const small = createResponseChain({ most: 64, mostBytes: 5 })
  small.remember('a', ['0123456789'])
  expect(small.itemsOf('a')).toBeNull()
})

test('whole numbers that a double would round come back as they were', () => {
  const chain = createResponseChain({ most: 64, mostBytes: 1000 })
  chain.remember('a', parseExactly('[9007199254740993]') as unknown[])
  expect(JSON.stringify(chain.itemsOf('a'))).toBe('[9007199254740993]')
})

test('chains that share room forget their own when there is none, and give it back at their end', () => {
  const shared = { mostBytes: 40, used: 0 }
  const first = createResponseChain({ most: 64, mostBytes: 1000, shared })
  const second = createResponseChain({ most: 64, mostBytes: 1000, shared })
  first.remember('a', ['0123456789'])
  second.remember('b', ['0123456789'])
  second.remember('c', ['0123456789'])
  expect([first.has('a'), second.has('b'), second.has('c')]).toEqual([true, false, true])
  first[Symbol.dispose]()
  second[Symbol.dispose]()
  // An answer that was still under way.
  second.remember('d', ['0123456789'])
  expect([second.has('d'), shared.used]).toEqual([false, 0])
})
