import { expect, test } from 'vitest'
import { geminiGenerate } from '../protocols/gemini-generate/gemini-generate.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import type { Incoming, Protocol, Turn } from '../protocols/protocol.ts'
import type { Ask } from './attempt.ts'
import { requestTo } from './request-to.ts'
import { createResponseMemory } from './response-memory.ts'
import { aTarget } from './routing/test-targets.ts'
import { spokenTo } from './speak.ts'

const MEMORY = createResponseMemory()

/** The body of a caller's request in chat, as a vendor's server gets it. */
function sent(preset: string, body: string, asked: Partial<Incoming> & { protocol?: Protocol } = {}): string {
  const { protocol = openaiChat, path = '/v1/chat/completions' } = asked
  const incoming = { path, query: new URLSearchParams(), body: Buffer.from(body) }
  const target = aTarget('a')
  const exchange = { id: 'r', at: 0, headers: {}, query: incoming.query }
  const ask = {
    exchange,
    userId: 'u',
    protocol,
    incoming,
    turn: protocol.read(incoming),
    model: { maxOutput: null },
    target: { ...target, upstreamName: 'm', provider: { ...target.provider, preset } },
    spoken: 'openai-chat',
  } as unknown as Ask
  const turn: Turn = spokenTo(ask, MEMORY)
  return Buffer.from(requestTo({ ...ask, turn }, false).body as Uint8Array).toString()
}

const OPENAIS =
  '{ "model":"m", "seed" : 12345678901234567890, "messages":[{"content":"\\"seed\\":1"}], "metadata":{"seed":2} }'
const MISTRALS = OPENAIS.replace('"seed" :', '"random_seed" :')

test('a seed arrives at Mistral under its own name, and at everybody else under OpenAI’s', () => {
  expect(sent('mistral', OPENAIS)).toBe(MISTRALS)
  for (const preset of ['openai', 'groq', 'vllm']) expect(sent(preset, MISTRALS)).toBe(OPENAIS)
})

test('one that is called as its server calls it goes on as it came, and so does any to a server nobody knows', () => {
  expect(sent('mistral', MISTRALS)).toBe(MISTRALS)
  expect(sent('openai', OPENAIS)).toBe(OPENAIS)
  expect([sent('custom', OPENAIS), sent('custom', MISTRALS)]).toEqual([OPENAIS, MISTRALS])
})

test('of a request that says both, what its server does not know is left out', () => {
  expect(sent('mistral', '{"seed":1,"model":"m","random_seed":2}')).toBe('{"model":"m","random_seed":2}')
  expect(sent('openai', '{"seed":1,"model":"m","random_seed":2}')).toBe('{"seed":1,"model":"m"}')
})

test('a name that is spelt otherwise, or stands twice, is found too', () => {
  expect(JSON.parse(sent('mistral', '{"model":"m","s\\u0065ed":3}'))).toEqual({ model: 'm', random_seed: 3 })
  expect(sent('mistral', '{"model":"m","seed":3,"seed":4}')).toBe('{"model":"m","random_seed":3,"random_seed":4}')
})

test('one that is asked for in another dialect has the same names', () => {
  const body = '{"contents":[{"parts":[{"text":"hi"}]}],"generationConfig":{"seed":7}}'
  const asked = { protocol: geminiGenerate, path: '/v1beta/models/m:generateContent' }
  const seeds = ['mistral', 'openai'].map((preset) => {
    const { seed, random_seed } = JSON.parse(sent(preset, body, asked)) as Record<string, unknown>
    return { seed, random_seed }
  })
  expect(seeds).toEqual([{ random_seed: 7 }, { seed: 7 }])
})
