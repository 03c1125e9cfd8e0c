import { expect, test } from 'vitest'
import type { Rates } from '../../core/price.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { passThrough } from './pass-through.ts'

type How = { size?: number | undefined; stream?: boolean; left?: boolean; rates?: Rates }

/** What is seen of the answer to a request for four pictures, which comes in pieces of so many bytes. */
function seenOf(answer: string, { size = answer.length, stream = false, left = false, rates }: How = {}) {
  const path = '/v1/images/generations'
  const images = passThrough.find((protocol) => protocol.serves(path))
  if (!images) throw new Error('nobody makes pictures')
  const body = Buffer.from(JSON.stringify({ model: 'm', prompt: 'a gate', n: 4, stream }))
  const ratesOf = () => rates ?? null
  const tap = images.read({ path, query: new URLSearchParams(), body, ratesOf }).tap()
  const bytes = Buffer.from(answer)
  for (let at = 0; at < bytes.length; at += size) tap.push(bytes.subarray(at, at + size))
  if (!left) tap.flush()
  return tap.seen
}

const picture = (bytes: number) => ({ b64_json: 'A'.repeat(bytes) })
const told = 'a sign that says "b64_json": "A"'

test.each([
  ['fewer than were asked for', [picture(9)], 1],
  ['more than were asked for', Array.from({ length: 12 }, () => picture(9)), 12],
  ['addresses', [{ url: 'a', b64_json: null }, { url: 'b' }], 2],
  ['some that could not be made', [picture(9), { error: { code: 'blocked' } }, {}], 1],
  ['words that are no picture', [{ ...picture(9), revised_prompt: told }], 1],
  ['none', [], 0],
  ['three of a megabyte each', [1, 2, 3].map(() => ({ ...picture(1_000_000), revised_prompt: told })), 3],
])('without a usage the pictures that came are counted: %s', (_name, data, requests) => {
  for (const size of [undefined, 65_521])
    expect(seenOf(JSON.stringify({ created: 1, data }), { size })).toMatchObject({
      usage: { ...NO_USAGE, requests },
      estimated: true,
    })
})

test('a piece of an answer may end anywhere', () => {
  const answer = JSON.stringify({ data: [picture(600_000), picture(600_000)] })
  for (let size = 600_005; size < 600_040; size += 1) expect(seenOf(answer, { size }).usage?.requests).toBe(2)
})

test.each(['{"created":1}', '{"images":["a"]}', '{"data":"a"}'])(
  'who does not list them made as many as were asked for: %s',
  (answer) => {
    expect(seenOf(answer).usage).toEqual({ ...NO_USAGE, requests: 4 })
  },
)

test('no answer makes millions of pictures, and one that says it used nothing is not believed', () => {
  const data = [picture(9), picture(9)]
  const many = seenOf(JSON.stringify({ data, usage: { generated_images: 1e300, output_tokens: 9 } }))
  expect(many).toMatchObject({ usage: { requests: 100, imageOut: 9 }, clamped: true })
  const none = seenOf(JSON.stringify({ data, usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } }))
  expect(none).toMatchObject({ usage: { ...NO_USAGE, requests: 2 }, estimated: true })
})

test.each([
  ['kept', 9],
  ['too large to be kept', 600_000],
])(
  'each picture that came counts where the price is by the piece alone, whatever tokens are told: %s',
  (_name, bytes) => {
    const usage = { input_tokens: 7, output_tokens: 3168, total_tokens: 3175 }
    const data = [picture(bytes), picture(bytes), picture(bytes)]
    const told = { input: 7, imageOut: 3168, requests: 3 }
    const answer = JSON.stringify({ usage, data })
    expect(seenOf(answer, { rates: { requests: 5n } })).toMatchObject({ usage: told, estimated: false })
    const once = { usage: { ...told, requests: 1 } }
    for (const rates of [{ imageOut: 1n }, { requests: 5n, output: 1n }])
      expect(seenOf(answer, { rates })).toMatchObject(once)
  },
)

const event = (type: string, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type: `image_generation.${type}`, ...more })}\n\n`
const whole = (bytes: number) => event('completed', picture(bytes))
const ark = event('partial_succeeded', { url: 'https://a', image_index: 0 })

test.each([
  ['as many as were asked for', whole(9).repeat(4), 4],
  ['fewer than were asked for', event('partial_image', picture(9)).repeat(3) + whole(9), 1],
  ['more than were asked for', whole(9).repeat(6), 6],
  ['each by an event of its own before the last', ark.repeat(3) + event('completed'), 3],
  ['without a word of any', event('completed'), 4],
  ['without a blank line at the end', (whole(9) + whole(9)).trimEnd(), 2],
])('in a stream without a usage the pictures that came are counted: %s', (_name, answer, requests) => {
  for (const size of [undefined, 7])
    expect(seenOf(answer, { size, stream: true })).toMatchObject({
      terminal: true,
      usage: { ...NO_USAGE, requests },
      estimated: true,
    })
})

test('who leaves a stream after its first picture pays for all that were begun', () => {
  expect(seenOf(whole(9), { stream: true, left: true })).toMatchObject({ usage: { requests: 4 }, estimated: true })
  expect(seenOf(ark.repeat(6), { stream: true, left: true })).toMatchObject({ usage: { requests: 6 } })
})

test('by the price of a picture’s tokens the pictures that came count by their size', () => {
  const rates = { input: 1n, imageOut: 1n }
  const data = JSON.stringify({ data: [picture(9), picture(9)] })
  expect(seenOf(data, { rates }).usage).toMatchObject({ requests: 2, input: 2, imageOut: 2112 })
  expect(seenOf(whole(9), { rates, stream: true }).usage).toMatchObject({ requests: 1, imageOut: 1056 })
  expect(seenOf(data, { rates: { ...rates, requests: 1n } }).usage).toEqual({ ...NO_USAGE, requests: 2 })
})

test('a usage that is told is charged, and not what came beside it', () => {
  const usage = { input_tokens: 50, output_tokens: 1056 }
  const seen = seenOf(JSON.stringify({ data: [picture(9), picture(9)], usage }))
  expect(seen).toMatchObject({ usage: { input: 50, imageOut: 1056, requests: 1 }, estimated: false })
})
