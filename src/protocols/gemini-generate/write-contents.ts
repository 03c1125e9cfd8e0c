import type { Json } from '../../core/json.ts'
import type { Message, ToolResult } from '../translate/conversation.ts'
import { argsOf } from './args.ts'
import { responseParts } from './function-response.ts'
import { partFor } from './media.ts'
import { ownSignature, UNSIGNED } from './signature.ts'
import { apart, callNames, inTurns, nameOfCall, type Said } from './turns.ts'

type ModelPart = Extract<Message, { role: 'assistant' }>['parts'][number]

/** Messages as the system instruction and contents of a request; `older` is for models from before Gemini 3. */
export function contentsFor(
  messages: readonly Message[],
  older: boolean,
): { systemInstruction?: { parts: Json[] }; contents: Said[] } {
  const { system, turns } = apart(messages)
  const names = callNames(messages)
  const parts = system.flatMap((message) => partsOf(message, names, older))
  const isResult = (part: Json) => 'functionResponse' in part
  const contents = inTurns(turns, (message) => partsOf(message, names, older), isResult)
  if (!older) for (const { role, parts: said } of contents) if (role === 'model') signFirstCall(said)
  return { ...(parts.length > 0 && { systemInstruction: { parts } }), contents }
}

/** Of the calls that are made at once only the first is signed, and must be (ai.google.dev, thought signatures). */
function signFirstCall(parts: readonly Json[]): void {
  const call = parts.find((part) => 'functionCall' in part)
  if (call) call.thoughtSignature ??= UNSIGNED
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
  const parts = results.map((result) => responseParts(result, nameOfCall(result, names), older))
  return [...parts.map(({ response }) => response), ...parts.flatMap(({ beside }) => beside)]
}

/** An empty text is no part. */
function textParts(text: string): Json[] {
  return text === '' ? [] : [{ text }]
}
