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
    throttle.succeeded('A@Example.com', '192.0.2.1')
  }
})

test('whoever guesses elsewhere, for ever, keeps nobody waiting where they have signed in before', () => {
  const clock = heldClock()
  const throttle = createThrottle(clock, () => GUESSES)
  throttle.tryNow('a@example.com', '192.0.2.1')
  throttle.succeeded('a@example.com', '192.0.2.1')
  for (let minute = 0; minute < 60; minute += 1) {
    // As soon as one may: from many addresses, and before the owner comes.
    for (let i = 0; i < 9; i += 1) throttle.tryNow('a@example.com', `198.51.100.${minute}`)
    expect(throttle.tryNow('A@example.com', '192.0.2.1')).toBe(0)
    throttle.succeeded('A@example.com', '192.0.2.1')
    clock.ms += MINUTE_MS
  }
  expect(throttle.tryNow('a@example.com', '192.0.2.2')).toBeGreaterThan(0)
  for (let i = 0; i < 5; i += 1) expect(throttle.tryNow('a@example.com', '192.0.2.1')).toBe(0)
  expect(throttle.tryNow('a@example.com', '192.0.2.1')).toBe(30_000)
})

test('of the networks of an account the eight that were used last are known', () => {
  const throttle = createThrottle(heldClock(), () => ({ ...GUESSES, perAccount: 1 }))
  for (let i = 0; i < 9; i += 1) throttle.succeeded('a@example.com', `192.0.2.${i}`)
  throttle.tryNow('a@example.com', '198.51.100.1')
  const waits = Array.from({ length: 9 }, (_, i) => throttle.tryNow('a@example.com', `192.0.2.${i}`))
  expect(waits.map((wait) => wait > 0)).toEqual([true, ...Array.from({ length: 8 }, () => false)])
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

test('whoever waits for an address waits until the first of its tries is fifteen minutes old', () => {
  const clock = heldClock()
  const throttle = createThrottle(clock, () => ({ ...GUESSES, perAddress: 2 }))
  const tryNow = () => throttle.tryNow(`${clock.ms}@example.com`, '192.0.2.1')
  expect(tryNow()).toBe(0)
  clock.ms += 5 * MINUTE_MS
  expect(tryNow()).toBe(0)
  clock.ms += MINUTE_MS
  expect(tryNow()).toBe(9 * MINUTE_MS)
  clock.ms += 9 * MINUTE_MS
  expect([tryNow(), tryNow()]).toEqual([0, 5 * MINUTE_MS])
})

test('tries that came to no verdict count neither for the account nor for the address', () => {
  const throttle = createThrottle(heldClock(), () => ({ perAccount: 2, perAddress: 2 }))
  for (let i = 0; i < 9; i += 1) {
    expect(throttle.tryNow('A@example.com', '192.0.2.1')).toBe(0)
    throttle.unjudged('a@Example.com', '192.0.2.1')
  }
  for (let i = 0; i < 2; i += 1) throttle.tryNow('A@Example.com', '192.0.2.1')
  expect(throttle.tryNow('a@example.com', '192.0.2.9')).toBe(30_000)
  expect(throttle.tryNow('b@example.com', '192.0.2.1')).toBe(15 * MINUTE_MS)
})

test('after fifteen quiet minutes an account has its free tries again', () => {
  const clock = heldClock()
  const throttle = createThrottle(clock, () => GUESSES)
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 5; i += 1) expect(throttle.tryNow('a@example.com', `192.0.2.${i}`)).toBe(0)
    clock.ms += 15 * MINUTE_MS
  }
})

test('of more than twenty thousand accounts the one that was quiet the longest is forgotten', () => {
  const throttle = createThrottle(heldClock(), () => ({ perAccount: 2, perAddress: 2 }))
  const come = (n: number) => throttle.tryNow(`${n}@example.com`, `address ${n}`)
  for (let n = 0; n < 20_000; n += 1) come(n)
  expect([come(0), come(1)]).toEqual([0, 0])
  come(20_000)
  // Two tries of each have been counted, but those of the third are gone.
  expect([come(0), come(1)]).toEqual([15 * MINUTE_MS, 15 * MINUTE_MS])
  expect([come(2), come(2), come(2)]).toEqual([0, 0, 15 * MINUTE_MS])
})

test('an IPv6 caller is known by its first four groups, however they are written', () => {
  expect(networkOf('2001:0DB8:0000:0001:ffff:1:2:3')).toBe('2001:db8:0:1')
  expect(networkOf('2001:db8:0:1::7')).toBe('2001:db8:0:1')
  expect(networkOf('2001:db8:0:2::7')).toBe('2001:db8:0:2')
  expect(networkOf('1::')).toBe('1:0:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('::3:4:5:6:7:8')).toBe('0:0:3:4')
  expect(networkOf('1::3:4:5:6:7:8')).toBe('1:0:3:4')
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
})
