import type { ProtocolId } from '../../../src/core/protocol.ts'
import { quote, type Values } from './snippet-values.ts'

// What a library speaks today comes first: the gateway translates it for whoever speaks something else.
const lacks = ({ offered }: Values, protocol: ProtocolId): boolean =>
  offered !== undefined && !offered.includes(protocol)

const openaiPython = (values: Values): string => {
  const { origin, key, model, hello } = values
  const client = `from openai import OpenAI
client = OpenAI(base_url=${quote(`${origin}/v1`)}, api_key=${quote(key)})`
  if (lacks(values, 'openai-responses')) {
    return `${client}
answer = client.chat.completions.create(
    model=${quote(model)},
    messages=[{"role": "user", "content": ${quote(hello)}}],
)
print(answer.choices[0].message.content)`
  }
  return `${client}
print(client.responses.create(model=${quote(model)}, input=${quote(hello)}).output_text)`
}

const openaiNode = (values: Values): string => {
  const { origin, key, model, hello } = values
  const client = `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: ${quote(`${origin}/v1`)},
  apiKey: ${quote(key)},
})`
  if (lacks(values, 'openai-responses')) {
    return `${client}
const answer = await client.chat.completions.create({
  model: ${quote(model)},
  messages: [{ role: 'user', content: ${quote(hello)} }],
})
console.log(answer.choices[0].message.content)`
  }
  return `${client}
const answer = await client.responses.create({
  model: ${quote(model)},
  input: ${quote(hello)},
})
console.log(answer.output_text)`
}

const anthropicPython = ({ origin, key, model, hello }: Values): string => `from anthropic import Anthropic

client = Anthropic(
    base_url=${quote(origin)},
    api_key=${quote(key)},
)
message = client.messages.create(
    model=${quote(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": ${quote(hello)}}],
)
print(message.content[0].text)`

const anthropicNode = ({ origin, key, model, hello }: Values): string => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: ${quote(origin)},
  apiKey: ${quote(key)},
})
const message = await client.messages.create({
  model: ${quote(model)},
  max_tokens: 1024,
  messages: [{ role: 'user', content: ${quote(hello)} }],
})
console.log(message.content)`

const googlePython = (values: Values): string => {
  const { origin, key, model, hello } = values
  const client = `from google import genai

client = genai.Client(
    api_key=${quote(key)},
    http_options={"base_url": ${quote(origin)}},
)`
  if (lacks(values, 'gemini-interactions')) {
    return `${client}
answer = client.models.generate_content(
    model=${quote(model)},
    contents=${quote(hello)},
)
print(answer.text)`
  }
  return `${client}
answer = client.interactions.create(
    model=${quote(model)},
    input=${quote(hello)},
)
print(answer.output_text)`
}

const googleNode = (values: Values): string => {
  const { origin, key, model, hello } = values
  const client = `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({
  apiKey: ${quote(key)},
  httpOptions: { baseUrl: ${quote(origin)} },
})`
  if (lacks(values, 'gemini-interactions')) {
    return `${client}
const answer = await client.models.generateContent({
  model: ${quote(model)},
  contents: ${quote(hello)},
})
console.log(answer.text)`
  }
  return `${client}
const answer = await client.interactions.create({
  model: ${quote(model)},
  input: ${quote(hello)},
})
console.log(answer.output_text)`
}

/** The first program of each vendor's own library, in the languages it comes in. */
export const LIBRARY_PROGRAMS = {
  'openai-python': openaiPython,
  'openai-node': openaiNode,
  'anthropic-python': anthropicPython,
  'anthropic-node': anthropicNode,
  'google-python': googlePython,
  'google-node': googleNode,
} as const satisfies Record<string, (values: Values) => string>
