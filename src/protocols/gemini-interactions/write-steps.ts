import type { Json } from '../../core/json.ts'
import { argsOf } from '../gemini-generate/args.ts'
import { type MediaPart, placeOf } from '../gemini-generate/media.ts'
import { ownSignature, UNSIGNED } from '../gemini-generate/signature.ts'
import { apart, callNames, inTurns, nameOfCall } from '../gemini-generate/turns.ts'
import type { Message, TextPart, ToolResult } from '../translate/conversation.ts'
import { told } from '../translate/shape.ts'

type ModelParts = Extract<Message, { role: 'assistant' }>['parts']

/** Messages as the instruction and the steps of a request; `older` is for models from before Gemini 3. */
export function stepsFor(messages: readonly Message[], older: boolean): { system_instruction?: string; input: Json[] } {
  const { system, turns } = apart(messages)
  const names = callNames(messages)
  const instruction = system.flatMap(({ parts }) => parts.map(({ text }) => text)).join('\n\n')
  const isResult = ({ type }: Json) => type === 'function_result'
  const input = inTurns(turns, (message) => stepsOf(message, names), isResult).flatMap(({ role, parts }) =>
    role === 'model' && !older ? withFirstSigned(parts) : parts,
  )
  return { ...(instruction !== '' && { system_instruction: instruction }), input }
}

/** Of the calls that are made at once the first follows a thought, which is signed (ai.google.dev, Interactions, Thinking). */
function withFirstSigned(steps: readonly Json[]): Json[] {
  const first = steps.findIndex(({ type }) => type === 'function_call')
  if (first < 0 || steps.slice(0, first).some(({ type }) => type === 'thought')) return [...steps]
  return steps.toSpliced(first, 0, { type: 'thought', signature: UNSIGNED })
}

function stepsOf(message: Message, names: ReadonlyMap<string, string>): Json[] {
  switch (message.role) {
    case 'system':
    case 'user': {
      const content = message.parts.flatMap(contentsFor)
      return content.length > 0 ? [{ type: 'user_input', content }] : []
    }
    case 'assistant':
      return answerSteps(message.parts)
    case 'tool':
      return message.results.map((result) => resultStep(result, nameOfCall(result, names)))
    default:
      return message satisfies never
  }
}

/** Words and pictures that follow one another are one step; everything else is a step of its own. */
function answerSteps(parts: ModelParts): Json[] {
  const steps: Json[] = []
  let content: Json[] = []
  const flush = () => {
    if (content.length > 0) steps.push({ type: 'model_output', content })
    content = []
  }
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'image') content.push(...contentsFor(part))
    else if (part.type === 'refusal') content.push(...contentsFor({ ...part, type: 'text' }))
    else {
      flush()
      steps.push(...otherSteps(part))
    }
  }
  flush()
  return steps
}

/** Thoughts that nobody of Google's has signed are refused, and what signs a call is a thought before it. */
function otherSteps(part: Extract<ModelParts[number], { type: 'thinking' | 'call' }>): Json[] {
  const { thoughtSignature: signature } = ownSignature(part.signature)
  if (part.type === 'thinking') {
    const summary = part.text ? [{ type: 'text', text: part.text }] : null
    return signature === undefined ? [] : [told({ type: 'thought', signature, summary })]
  }
  const { id, name, input } = part
  // What a model wrote that is no object is kept as its words.
  const call = { type: 'function_call', id, name, arguments: argsOf(input) ?? { input } }
  return signature === undefined ? [call] : [{ type: 'thought', signature }, call]
}

function resultStep({ callId, parts, isError }: ToolResult, name: string): Json {
  const [only] = parts
  // What is no more than a text is one.
  const text = parts.length === 0 ? '' : parts.length === 1 && only?.type === 'text' ? only.text : null
  const result = text ?? parts.flatMap(contentsFor)
  return { type: 'function_result', call_id: callId, name, result, ...(isError && { is_error: true }) }
}

/** An empty text is no content. */
function contentsFor(part: TextPart | MediaPart): Json[] {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  const { mime, ...place } = placeOf(part)
  const detail = part.type === 'image' && part.detail !== 'auto' ? part.detail : null
  return [told({ type: part.type, ...place, mime_type: mime, resolution: detail })]
}
