import { PROTOCOLS } from '../../../../src/core/protocol.ts'
import type { PlaygroundProtocol } from '../../../../src/core/play.ts'
import { curlCommand, KEY } from '../curl.ts'
import { type Asking, DIALECTS } from './dialects.ts'

/** What a program that asks the same is written from; `origin` has no trailing slash. */
export type Program = Asking & { origin: string; model: string; protocol: PlaygroundProtocol; stream: boolean }

/** A program in some language; the key stands in a variable of its environment. */
export type ProgramKind = {
  id: 'curl' | 'python' | 'node' | 'anthropic' | 'google'
  name: string
  language: 'sh' | 'python' | 'ts'
  file: string
  write: (program: Program) => string
}

/** A value as a literal of JavaScript, and of Python too where nothing in it is a boolean. */
const literal = (value: unknown): string => JSON.stringify(value, null, 2)
const indented = (value: unknown): string => literal(value).replaceAll('\n', '\n    ')
const inPython = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'True' : 'False') : indented(value))

const PATHS: Readonly<Record<PlaygroundProtocol, (program: Program) => string>> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  'gemini-generate': ({ model, stream }) =>
    `/v1beta/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  'gemini-interactions': () => '/v1beta/interactions',
}

function curl(program: Program): string {
  const { origin, model, protocol, stream } = program
  const { dialect } = PROTOCOLS[protocol]
  const body = DIALECTS[protocol].write(program)
  const told = protocol === 'gemini-generate' ? body : { model, ...(stream && { stream }), ...body }
  return curlCommand({
    url: origin + PATHS[protocol](program),
    dialect,
    stream,
    headers: dialect === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {},
    body: literal(told),
  })
}

/** The request as named arguments, one a line. */
const pythonArguments = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `    ${name}=${inPython(value)},`)
    .join('\n')

function python(program: Program): string {
  const { origin, model, stream } = program
  const chat = DIALECTS['openai-chat'].write(program)
  return `import os
from openai import OpenAI

client = OpenAI(
    base_url=${literal(`${origin}/v1`)},
    api_key=os.environ["${KEY}"],
)
answer = client.chat.completions.create(
${pythonArguments({ model, ...chat, ...(stream && { stream }) })}
)
${
  stream
    ? `for chunk in answer:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`
    : 'print(answer.choices[0].message.content)'
}`
}

function node(program: Program): string {
  const { origin, model, stream } = program
  const chat = { model, ...DIALECTS['openai-chat'].write(program), ...(stream && { stream }) }
  return `import { env } from 'node:process'
import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: ${literal(`${origin}/v1`)},
  apiKey: env.${KEY},
})
const answer = await client.chat.completions.create(${literal(chat)})
${
  stream
    ? `for await (const chunk of answer) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '')
}`
    : 'console.log(answer.choices[0].message.content)'
}`
}

function anthropic(program: Program): string {
  const { origin, model, stream } = program
  const messages = DIALECTS['anthropic-messages'].write(program)
  const head = `import os
from anthropic import Anthropic

client = Anthropic(
    base_url=${literal(origin)},
    api_key=os.environ["${KEY}"],
)`
  const told = pythonArguments({ model, ...messages })
  return stream
    ? `${head}
with client.messages.stream(
${told}
) as answer:
    for text in answer.text_stream:
        print(text, end="", flush=True)`
    : `${head}
answer = client.messages.create(
${told}
)
print("".join(part.text for part in answer.content if part.type == "text"))`
}

function google(program: Program): string {
  const { origin, model, stream } = program
  const interaction = DIALECTS['gemini-interactions'].write(program)
  return `import os
from google import genai

client = genai.Client(
    api_key=os.environ["${KEY}"],
    http_options={"base_url": ${literal(origin)}},
)
answer = client.interactions.create(
${pythonArguments({ model, ...interaction, ...(stream && { stream }) })}
)
${
  stream
    ? `for event in answer:
    if event.event_type == "step.delta" and event.delta.type == "text":
        print(event.delta.text, end="", flush=True)`
    : 'print(answer.output_text)'
}`
}

/** The programs that are offered; only cURL follows the protocol, the others bring their own. */
export const PROGRAMS: readonly ProgramKind[] = [
  { id: 'curl', name: 'cURL', language: 'sh', file: 'Shell', write: curl },
  { id: 'python', name: 'Python', language: 'python', file: 'chat.py', write: python },
  { id: 'node', name: 'Node', language: 'ts', file: 'chat.mjs', write: node },
  { id: 'anthropic', name: 'Anthropic SDK', language: 'python', file: 'message.py', write: anthropic },
  { id: 'google', name: 'Google GenAI SDK', language: 'python', file: 'interaction.py', write: google },
]
