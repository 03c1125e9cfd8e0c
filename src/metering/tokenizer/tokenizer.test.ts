import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { MOST_GROWTH } from '../../core/test-growth.ts'
import { createTokenizer } from './tokenizer.ts'

const LONG_MS = 30_000
const silent = () => new Worker('setInterval(() => {}, 1000)', { eval: true })

test('tokens are those of o200k, control words in a text among them', async () => {
  await using tokenizer = createTokenizer({ patienceMs: LONG_MS })
  expect(await tokenizer.count('Hello, world!')).toBe(4)
  expect(await tokenizer.count('')).toBe(0)
  expect(await tokenizer.count('<|endoftext|>')).toBeGreaterThan(3)
})

test('Chinese characters without a space take time in proportion to their number', async () => {
  await using tokenizer = createTokenizer({ patienceMs: LONG_MS })
  const tookMs = async (lines: number, times: number) => {
    const begun = performance.now()
    for (let n = 0; n < times; n += 1)
      expect(await tokenizer.count('玉门关外的风沙很大但是春天终究会来'.repeat(lines))).toBeGreaterThan(10 * lines)
    return performance.now() - begun
  }
  await tookMs(375, 4)
  expect((await tookMs(6000, 1)) / (await tookMs(375, 16))).toBeLessThan(MOST_GROWTH)
})

test('a thread that does not answer in time leaves it to the rule', async () => {
  await using tokenizer = createTokenizer({ worker: silent, patienceMs: 20 })
  expect(await tokenizer.count('one two three four')).toBe(4)
})

test('a text that is too long, and texts beyond those that may wait, are left to the rule at once', async () => {
  let started = 0
  const worker = () => {
    started += 1
    return silent()
  }
  await using tokenizer = createTokenizer({ worker, patienceMs: 200 })
  expect(await tokenizer.count('word '.repeat(60_000))).toBe(60_000)
  expect(started).toBe(0)
  const waiting = Array.from({ length: 64 }, () => tokenizer.count('one'))
  let answered = false
  void Promise.race(waiting).then(() => (answered = true))
  expect(await tokenizer.count('one two')).toBe(2)
  expect(answered).toBe(false)
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 1))
  expect(started).toBe(1)
})

test('a thread that dies is replaced, and who waited for it gets the rule’s answer at once', async () => {
  let started = 0
  const worker = () => {
    started += 1
    return new Worker("require('node:worker_threads').parentPort.on('message', () => process.exit(1))", { eval: true })
  }
  await using tokenizer = createTokenizer({ worker, patienceMs: LONG_MS })
  expect(await Promise.all([tokenizer.count('one'), tokenizer.count('one two')])).toEqual([1, 2])
  expect(await tokenizer.count('one two three')).toBe(3)
  expect(started).toBe(2)
})

test('while no thread can be started the rule answers, and nobody who asked then is in the way later', async () => {
  let asked = 0
  const worker = () => {
    asked += 1
    if (asked <= 64) throw new Error('no thread to be had')
    return new Worker(
      "require('node:worker_threads').parentPort.on('message', function ({ id }) { this.postMessage({ id, tokens: 7 }) })",
      { eval: true },
    )
  }
  await using tokenizer = createTokenizer({ worker, patienceMs: LONG_MS })
  for (let n = 0; n < 64; n += 1) expect(await tokenizer.count('one')).toBe(1)
  expect(await tokenizer.count('one')).toBe(7)
})

test('an idle thread ends, and starts again when it is asked', async () => {
  let started = 0
  const exits: Promise<unknown>[] = []
  const worker = () => {
    started += 1
    const made = new Worker(
      "require('node:worker_threads').parentPort.on('message', function ({ id }) { this.postMessage({ id, tokens: 7 }) })",
      { eval: true },
    )
    exits.push(new Promise((resolve) => made.once('exit', resolve)))
    return made
  }
  await using tokenizer = createTokenizer({ worker, patienceMs: LONG_MS, idleMs: 10 })
  expect(await tokenizer.count('one')).toBe(7)
  await exits[0]
  expect(await tokenizer.count('one')).toBe(7)
  expect(started).toBe(2)
})
