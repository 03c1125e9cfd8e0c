import { expect, test } from 'vitest'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createResponseMemory } from './response-memory.ts'
import { aTarget, MODEL } from './routing/test-targets.ts'
import { spokenTo } from './speak.ts'

/** A chat that shows a picture by its address, as a relay of Google's API is asked. */
function shown(url: string, spoken: 'gemini-generate' | 'gemini-interactions' = 'gemini-generate') {
  const endpoint = { dialect: 'gemini', baseUrl: 'https://relay.example' } as const
  const content = [{ type: 'image_url', image_url: { url } }]
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
  const incoming = { path: '/v1/chat/completions', query: new URLSearchParams(), body }
  const speaking = {
    exchange: { id: 'r', at: 0 },
    protocol: openaiChat,
    userId: 'u',
    incoming,
    turn: openaiChat.read(incoming),
    model: MODEL,
    target: aTarget('a', { endpoint }),
    spoken,
  }
  return Buffer.from(spokenTo(speaking, createResponseMemory()).body).toString()
}

const FILES = [
  'files/a',
  'https://generativelanguage.googleapis.com/v1beta/files/a',
  'https://relay.example/v1beta/files/a.png',
  'https://RELAY.example:443/v1beta/fil%65s/a',
]

test('a request that is translated names no file at Google or a relay of it, as whose it is would not be asked', () => {
  for (const spoken of ['gemini-generate', 'gemini-interactions'] as const) {
    for (const url of FILES) expect(() => shown(url, spoken), url).toThrow('a file at Google by its address')
    expect(shown('https://pictures.example/a.png', spoken)).toContain('https://pictures.example/a.png')
  }
})
