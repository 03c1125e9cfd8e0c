import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { createSignInFailures, type SignInFailures } from './sign-in-failures.ts'

let now: number
let failed: SignInFailures
beforeEach(() => {
  now = 0
  failed = createSignInFailures({ monotonicMs: () => now })
})

const guesses = (count: number, everyMs: number) =>
  Array.from({ length: count }, () => {
    now += everyMs
    return failed('u1')
  }).filter((row) => row !== null)

test('ever fewer of the failures of one account are written, each with how many there were', () => {
  expect(guesses(1000, MINUTE_MS)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
})

test('a failure after a quiet hour is a first one again', () => {
  expect([...guesses(3, MINUTE_MS), ...guesses(1, HOUR_MS)]).toEqual([1, 2, 1])
})

test('failures of one account leave those of another alone', () => {
  guesses(3, MINUTE_MS)
  expect(failed('u2')).toBe(1)
})

test('of a thousand accounts that are guessed at no more than 120 are written in an hour, and then 120 more', () => {
  const written = (name: string) => Array.from({ length: 1000 }, (_, n) => failed(`${name}${n}`)).filter(Boolean).length
  expect(written('a')).toBe(120)
  now += HOUR_MS - 1
  expect(written('b')).toBe(0)
  now += 1
  expect(written('c')).toBe(120)
})
