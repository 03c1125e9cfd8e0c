import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { createThrottle, networkOf } from './throttle.ts'

const GUESSES = { perAccount: 5, perAddress: 30 }

function heldClock() {
  const clock = { ms: 0, now: () => clock.ms, monotonicMs: () => clock.ms }
  return clock
}

test('five tries at an account are free, later ones wait ever longer, and never longer than five minutes', () => {
  const clock = heldClock()
  const throttle = createThrottle(clock, () => GUESSES)
  for (let i = 0; i < 5; i += 1) expect(throttle.tryNow('a@example.com', `192.0.2.${i}`)).toBe(0)
  const waits: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const wait = throttle.tryNow('A@example.com', `198.51.100.${i}`)
    waits.push(wait / 1000)
    clock.ms += wait
    expect(throttle.tryNow('a@example.com', `198.51.100.${i}`)).toBe(0)
  }
  expect(waits).toEqual([30, 60, 120, 240, 300])
})

test('a refused try does not make the wait longer', () => {
  const clock = heldClock()
  const throttle = createThrottle(clock, () => GUESSES)
  for (let i = 0; i < 5; i += 1) throttle.tryNow('a@example.com', '192.0.2.1')
  for (let i = 0; i < 50; i += 1) expect(throttle.tryNow('a@example.com', '192.0.2.1')).toBe(30_000)
})

test('a clock that is set back makes nobody wait longer', () => {
  let wall = DAY_MS
  const clock = { ...heldClock(), now: () => wall }
  const throttle = createThrottle(clock, () => GUESSES)
  for (let i = 0; i < 5; i += 1) throttle.tryNow('a@example.com', '192.0.2.1')
  wall = 0
  expect(throttle.tryNow('a@example.com', '192.0.2.1')).toBe(30_000)
})

test('a right password clears the account', () => {
  const throttle = createThrottle(heldClock(), () => GUESSES)
  for (let i = 0; i < 40; i += 1) {
    expect(throttle.tryNow('a@example.com', '192.0.2.1')).toBe(0)
    throttle.succeeded('a@example.com', '192.0.2.1')
  }
})

test('an address has thirty tries in fifteen minutes, whatever the accounts', () => {
  const clock = heldClock()
  const throttle = createThrottle(clock, () => GUESSES)
  for (let i = 0; i < 30; i += 1) expect(throttle.tryNow(`${i}@example.com`, '192.0.2.1')).toBe(0)
  expect(throttle.tryNow('new@example.com', '192.0.2.1')).toBe(15 * MINUTE_MS)
  expect(throttle.tryNow('new@example.com', '192.0.2.2')).toBe(0)
  clock.ms += 15 * MINUTE_MS
  expect(throttle.tryNow('other@example.com', '192.0.2.1')).toBe(0)
})

test('an IPv6 caller is known by its first four groups', () => {
  expect(networkOf('2001:db8:0:1::7')).toBe(networkOf('2001:0db8:0000:0001:ffff:1:2:3'))
  expect(networkOf('2001:db8:0:1::7')).not.toBe(networkOf('2001:db8:0:2::7'))
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
})
