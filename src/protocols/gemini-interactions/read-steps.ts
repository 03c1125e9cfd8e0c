import { isRecord, type Json } from '../../core/json.ts'
import { fieldsIn, recordsIn } from '../gemini-generate/proto-json.ts'
import { signatureIn } from '../gemini-generate/signature.ts'
import { joined } from '../translate/joined.ts'
import type { Message, Signature, ToolResult } from '../translate/conversation.ts'
import { invalid, mustBe, nameAt, objectOrNull, untranslatable } from '../translate/shape.ts'
import { codeIn, summaryOf } from './answer-steps.ts'
import { CONTENTS, readContent, readResult, type UserPart } from './read-content.ts'

type ModelPart = Extract<Message, { role: 'assistant' }>['parts'][number]

/** What was read so far, and the names of what is left out. */
type Reading = { messages: Message[]; lost: Set<string> }

/** What an interaction is asked, as messages: a text, contents, or the steps of a conversation. */
export function readSteps(input: unknown): { messages: Message[]; lost: string[] } {
  const into: Reading = { messages: [], lost: new Set() }
  for (const one of turnsIn(input)) {
    if (Array.isArray(one)) readSaid(one, into)
    else readStep(one.record, one.at, into)
  }
  return { messages: joined(into.messages), lost: [...into.lost] }
}

type Placed = { record: Json; at: string }

/** Steps, and between them what is given without one around it: the user says that, in one message where it stands together. */
function turnsIn(input: unknown): (Placed | Placed[])[] {
  if (input === undefined || input === null) return []
  if (typeof input === 'string') return [textAt(input, 'input')]
  if (!isRecord(input) && !Array.isArray(input)) throw mustBe('input', 'a string, an object or a list')
  const turns: (Placed | Placed[])[] = []
  for (const placed of recordsIn(isRecord(input) ? [input] : input, 'input')) {
    const last = turns.at(-1)
    if (!CONTENTS.has(placed.record.type)) turns.push(placed)
    else if (Array.isArray(last)) last.push(placed)
    else turns.push([placed])
  }
  return turns
}

function textAt(text: string, at: string): Placed[] {
  return [{ record: { type: 'text', text }, at }]
}

const STEPS: Readonly<Record<string, (step: Json, at: string, into: Reading) => void>> = {
  user_input: (step, at, into) => readSaid(contentsOf(step, at), into),
  model_output: readOutput,
  thought: readThought,
  function_call: readCall,
  function_result: (step, at, into) => give(into, readResult(step, at, into.lost)),
  code_execution_call: readCode,
  code_execution_result: readCode,
}

/** What tells only how an answer came about: its words say what came of it. */
const TRACE = /_(?:call|result)$/

function readStep(step: Json, at: string, into: Reading): void {
  const type = fieldsIn(step, `${at}.`).text('type')
  if (type === null) throw invalid(`\`${at}.type\` is missing`)
  const read = Object.hasOwn(STEPS, type) ? STEPS[type] : undefined
  if (read) read(step, at, into)
  else if (TRACE.test(type)) into.lost.add(`input.${type}`)
  else throw untranslatable(`\`${type.slice(0, 64)}\``)
}

/** The contents of a step, each with the words for where it stands; a string is one of text. */
function contentsOf({ content }: Json, at: string): Placed[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return textAt(content, `${at}.content`)
  if (!Array.isArray(content)) throw mustBe(`${at}.content`, 'a string or a list')
  return recordsIn(content, `${at}.content`)
}

/** The AI SDK puts results among what the user says. */
function readSaid(contents: readonly Placed[], into: Reading): void {
  const said: UserPart[] = []
  for (const { record, at } of contents) {
    if (record.type === 'function_result') give(into, readResult(record, at, into.lost))
    else said.push(...readContent(record, at, into.lost))
  }
  if (said.length > 0) into.messages.push({ role: 'user', parts: said })
}

function readOutput(step: Json, at: string, into: Reading): void {
  for (const { record, at: where } of contentsOf(step, at)) {
    for (const part of readContent(record, where, into.lost)) {
      if (part.type !== 'text' && part.type !== 'image') throw untranslatable(`\`${where}\``)
      say(into, part)
    }
  }
}

function readThought(step: Json, at: string, into: Reading): void {
  const text = summaryOf(fieldsIn(step, `${at}.`).list('summary')) || null
  const signature = signatureIn(step.signature)
  if (text !== null || signature) say(into, { type: 'thinking', text, signature })
}

function readCall(step: Json, at: string, into: Reading): void {
  const [id, name] = [nameAt(step.id, `${at}.id`), nameAt(step.name, `${at}.name`)]
  const input = JSON.stringify(objectOrNull(step.arguments, `${at}.arguments`) ?? {})
  const signature = signatureIn(step.signature) ?? signatureBefore(into)
  say(into, { type: 'call', id, name, namespace: null, form: 'function', input, signature })
}

/** Google's signature of a thought right before a call is that of the call, which then alone has it, as elsewhere (wire.md §3.6). */
function signatureBefore({ messages }: Reading): Signature | null {
  const last = messages.at(-1)
  const [thought] = last?.role === 'assistant' ? last.parts : []
  if (thought?.type !== 'thinking' || thought.signature?.origin !== 'gemini-generate') return null
  messages.pop()
  if (thought.text !== null) messages.push({ role: 'assistant', parts: [{ ...thought, signature: null }] })
  return thought.signature
}

function readCode(step: Json, _at: string, into: Reading): void {
  const text = codeIn(step)
  if (text !== '') say(into, { type: 'text', text })
}

function say(into: Reading, part: ModelPart): void {
  into.messages.push({ role: 'assistant', parts: [part] })
}

/** The results of calls that were made at once stand together. */
function give(into: Reading, result: ToolResult): void {
  const last = into.messages.at(-1)
  if (last?.role === 'tool') last.results.push(result)
  else into.messages.push({ role: 'tool', results: [result] })
}
