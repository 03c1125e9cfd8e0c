import { expect, test } from 'vitest'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import { createBodyTap, MAX_READ_BYTES } from './body-tap.ts'

/** What a tap reads of an answer that comes in pieces as sockets bring them. */
function readOf(answer: string, usageKey?: string) {
  let told: Record<string, unknown> = {}
  const tap = createBodyTap(
    (read) => {
      told = read
    },
    usageKey === undefined ? {} : { usageKey },
  )
  const bytes = Buffer.from(answer)
  for (let at = 0; at < bytes.length; at += 65_536) tap.push(bytes.subarray(at, at + 65_536))
  tap.flush()
  return { told, seen: tap.seen }
}

const long = 'A'.repeat(2 * MAX_READ_BYTES)

test('of an answer too long to keep all is read that stands before and after what is long', () => {
  const answer = {
    id: 'resp_1',
    model: 'm',
    output: [{ result: long, note: 'a "quoted" \\ word' }],
    service_tier: 'priority',
    store: true,
    tools: [{ parameters: { properties: { usage: { type: 'string' } } } }],
    usage: { input_tokens: 7, details: { cached: 1 } },
    metadata: { service_tier: 'flex', usage: '"usage":{"input_tokens":0}' },
  }
  const { output: _output, ...rest } = answer
  expect(readOf(JSON.stringify(answer)).told).toEqual(rest)
  expect(readOf(JSON.stringify(answer, null, 2)).told).toEqual(rest)
  expect(readOf(JSON.stringify(answer)).seen.terminal).toBe(true)
})

test('a text that repeats the words of a usage tells none', () => {
  const lie = JSON.stringify({ usage: { input_tokens: 1 }, service_tier: 'flex' }).slice(1, -1)
  const answer = JSON.stringify({ choices: [{ message: { content: `${long}"}],${lie}}`.repeat(2) } }] })
  expect(readOf(answer).told).toEqual({})
})

test('a usage that stands inside of what is long is found where none stands beside it', () => {
  const answer = JSON.stringify({ choices: [{ message: { content: long }, usage: { prompt_tokens: 7 } }], id: 'c' })
  expect(readOf(answer).told).toEqual({ id: 'c', usage: { prompt_tokens: 7 } })
})

test('an answer too long to keep that breaks off is not whole', () => {
  const { told, seen } = readOf(`{"id":"x","data":["${long}`)
  expect(told).toEqual({ id: 'x' })
  expect(seen.terminal).toBe(false)
})

test('the words of an answer are measured where its usage says nothing, or that nothing was used', () => {
  const wordsOf = (usage: Usage | null) => {
    const tap = createBodyTap((_answer, seen) => void (seen.usage = usage))
    tap.push(Buffer.from('{"choices":[{"message":{"content":"one two three"}}]}'))
    tap.flush()
    return (tap.seen.text?.rough ?? 0) > 0
  }
  const told = [null, { ...NO_USAGE, requests: 1 }, { ...NO_USAGE, input: 1 }, { ...NO_USAGE, output: 1 }, NO_USAGE]
  expect(told.map(wordsOf)).toEqual([true, true, false, false, false])
})
