import { expect, test } from 'vitest'
import { parseExactly } from '../core/json.ts'
import { createResponseChain, listOfItems, withInput } from './response-chain.ts'

const lists = (...items: unknown[]) => [listOfItems(items)]
const itemsIn = (list: Buffer | null) => list && (JSON.parse(list.toString()) as unknown)

test('a response leads back to everything it came from', () => {
  const chain = createResponseChain({ most: 64, mostBytes: 1000 })
  chain.remember('r1', lists({ a: 1 }))
  expect(itemsIn(chain.listOf('r1'))).toEqual([{ a: 1 }])
  expect(chain.listOf('r2')).toBeNull()
})

test('the oldest are forgotten when there are many, or when they are large', () => {
  const many = createResponseChain({ most: 64, mostBytes: 1000 })
  for (let i = 0; i < 70; i += 1) many.remember(`r${i}`, lists(i))
  expect(many.listOf('r5')).toBeNull()
  expect(itemsIn(many.listOf('r69'))).toEqual([69])
  const small = createResponseChain({ most: 64, mostBytes: 20 })
  small.remember('a', lists('0123456789'))
  small.remember('b', lists('0123456789'))
  expect(small.listOf('a')).toBeNull()
  expect(itemsIn(small.listOf('b'))).toEqual(['0123456789'])
})

test('what alone is larger than everything allowed is not kept', () => {
  const small = createResponseChain({ most: 64, mostBytes: 5 })
  small.remember('a', lists('0123456789'))
  expect(small.listOf('a')).toBeNull()
})

test('whole numbers that a double would round come back as they were', () => {
  const chain = createResponseChain({ most: 64, mostBytes: 1000 })
  chain.remember('a', [listOfItems(parseExactly('[9007199254740993]') as unknown[])])
  expect(chain.listOf('a')?.toString()).toBe('[9007199254740993]')
})

test('chains that share room forget their own when there is none, and give it back at their end', () => {
  let left = 30
  const takes = (bytes: number) => {
    if (bytes > left) return false
    left -= bytes
    return true
  }
  const first = createResponseChain({ most: 64, mostBytes: 1000, takes })
  const second = createResponseChain({ most: 64, mostBytes: 1000, takes })
  first.remember('a', lists('0123456789'))
  second.remember('b', lists('0123456789'))
  second.remember('c', lists('0123456789'))
  expect([first.has('a'), second.has('b'), second.has('c')]).toEqual([true, false, true])
  second.remember('e', lists('0123456789'.repeat(4)))
  expect([first.has('a'), second.has('c'), second.has('e')]).toEqual([true, false, false])
  first[Symbol.dispose]()
  second[Symbol.dispose]()
  // An answer that was still under way.
  second.remember('d', lists('0123456789'))
  expect([second.has('d'), left]).toEqual([false, 30])
})

test('lists become one and the input of a request without a look at their items', () => {
  const texts = (...parts: string[]) =>
    withInput(
      {},
      parts.map((part) => Buffer.from(part)),
    ).input.toString()
  expect(texts('[1,2]', '[]', '[{"a":[]}]')).toBe('[1,2,{"a":[]}]')
  expect(texts('[]', '[3]')).toBe('[3]')
  expect([texts(), texts('[]')]).toEqual(['[]', '[]'])
  const lists = ['["é"]', '[2]'].map((part) => Buffer.from(part))
  const { body, input } = withInput({ model: 'null}', stream: true }, lists)
  expect([body.toString(), input.toString()]).toEqual(['{"model":"null}","stream":true,"input":["é",2]}', '["é",2]'])
  // The body alone has its memory.
  expect(input.buffer).toBe(body.buffer)
  expect(withInput({}, []).body.toString()).toBe('{"input":[]}')
})
