import type { Json } from '../../core/json.ts'
import { pushAll } from '../../core/lists.ts'
import type { Message, ToolResult } from '../translate/conversation.ts'
import { invalid } from '../translate/shape.ts'
import { argsOf } from './args.ts'
import { responseParts } from './function-response.ts'
import { partFor } from './media.ts'
import { ownSignature, UNSIGNED } from './signature.ts'

type Content = { role: 'user' | 'model'; parts: Json[] }
type ModelPart = Extract<Message, { role: 'assistant' }>['parts'][number]

/** Messages as the system instruction and contents of a request; `older` is for models from before Gemini 3. */
export function contentsFor(
  messages: readonly Message[],
  older: boolean,
): { systemInstruction?: { parts: Json[] }; contents: Content[] } {
  const leading = messages.findIndex(({ role }) => role !== 'system')
  // Nothing but instructions: there must be something to answer.
  const [system, turns] = leading <= 0 ? [[], messages] : [messages.slice(0, leading), messages.slice(leading)]
  const names = callNames(messages)
  const parts = system.flatMap((message) => partsOf(message, names, older))
  const contents = merged(
    turns.map((message) => ({
      role: message.role === 'assistant' ? 'model' : 'user',
      parts: partsOf(message, names, older),
    })),
  ).map(resultsFirst)
  if (!older) for (const { parts: said } of contents) signFirstCall(said)
  return { ...(parts.length > 0 && { systemInstruction: { parts } }), contents }
}

/** Neighbours of one role are one content: the results of parallel calls must come together (wire.md §3.1). */
function merged(contents: readonly Content[]): Content[] {
  const out: Content[] = []
  for (const { role, parts } of contents) {
    const last = out.at(-1)
    if (parts.length === 0) continue
    if (last?.role === role) pushAll(last.parts, parts)
    else out.push({ role, parts })
  }
  return out
}

/** Of the calls that are made at once only the first is signed, and must be (ai.google.dev, thought signatures). */
function signFirstCall(parts: readonly Json[]): void {
  const call = parts.find((part) => 'functionCall' in part)
  if (call) call.thoughtSignature ??= UNSIGNED
}

function callNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.filter((part) => part.type === 'call') : [],
  )
  return new Map(calls.map(({ id, name }) => [id, name]))
}

/** What calls gave stands right after them (ai.google.dev, function calling), before what was said meanwhile. */
function resultsFirst({ role, parts }: Content): Content {
  const isResult = (part: Json) => 'functionResponse' in part
  return { role, parts: [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))] }
}

function partsOf(message: Message, names: ReadonlyMap<string, string>, older: boolean): Json[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return message.parts.flatMap((part) => (part.type === 'text' ? textParts(part.text) : [partFor(part)]))
    case 'assistant':
      return message.parts.flatMap(modelParts)
    case 'tool':
      return resultParts(message.results, names, older)
    default:
      return message satisfies never
  }
}

function modelParts(part: ModelPart): Json[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return textParts(part.text)
    case 'image':
      return [partFor(part)]
    case 'thinking': {
      const signature = ownSignature(part.signature)
      if (part.text !== null && part.text !== '') return [{ text: part.text, thought: true, ...signature }]
      return signature.thoughtSignature === undefined ? [] : [{ text: '', ...signature }]
    }
    case 'call': {
      const { id, name, input } = part
      // What a model wrote that is no object is kept as its words.
      return [{ functionCall: { id, name, args: argsOf(input) ?? { input } }, ...ownSignature(part.signature) }]
    }
    default:
      return part satisfies never
  }
}

function resultParts(results: readonly ToolResult[], names: ReadonlyMap<string, string>, older: boolean): Json[] {
  const parts = results.map((result) => {
    const name = names.get(result.callId) ?? result.name
    if (name === null) throw invalid(`the result of \`${result.callId}\` answers no tool call before it`)
    return responseParts(result, name, older)
  })
  return [...parts.map(({ response }) => response), ...parts.flatMap(({ beside }) => beside)]
}

/** An empty text is no part. */
function textParts(text: string): Json[] {
  return text === '' ? [] : [{ text }]
}
