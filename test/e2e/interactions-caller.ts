import type { GoogleGenAI } from '@google/genai'
import { asRecord, type Json, recordsOf } from '../../src/core/json.ts'
import { type Caller, CITY, type Line, type Told, WEATHER } from './weather.ts'

type Params = Parameters<GoogleGenAI['interactions']['create']>[0] & { stream?: false }
type Interaction = Extract<Awaited<ReturnType<GoogleGenAI['interactions']['create']>>, { id: string }>
type Step = NonNullable<Interaction['steps']>[number]

/** Google's own library, which tells a whole answer as it came and a stream step by step. */
export function interactionsCaller(client: GoogleGenAI): Caller {
  return async ({ lines, stream, tools, schema, signal }) => {
    const body = {
      model: 'm',
      store: false,
      input: lines.flatMap(stepsOf),
      ...(tools && { tools: [{ type: 'function', name: WEATHER.name, parameters: WEATHER.schema }] }),
      ...(schema && { response_format: { type: 'text', mime_type: 'application/json', schema: CITY } }),
    } as Params
    const options = signal && { signal }
    const answer = stream ? await streamed(client, body, options) : await client.interactions.create(body, options)
    return toldBy(answer as Interaction)
  }
}

/** What the events of a stream amount to, as the documentation says to put them together. */
async function streamed(client: GoogleGenAI, body: Params, options?: object): Promise<Interaction> {
  const events: unknown = await client.interactions.create({ ...body, stream: true } as never, options)
  const steps: Json[] = []
  const args = new Map<number, string>()
  let last: Json = {}
  for await (const event of events as AsyncIterable<Json>) {
    const [index, delta] = [Number(event.index), asRecord(event.delta)]
    if (event.event_type === 'error') throw new Error(String(asRecord(event.error).message))
    if (event.event_type === 'interaction.completed') last = asRecord(event.interaction)
    if (event.event_type === 'step.start') steps[index] = asRecord(event.step)
    if (delta.type === 'arguments_delta') args.set(index, (args.get(index) ?? '') + String(delta.arguments))
    grow(steps[index] ?? {}, delta)
  }
  for (const [index, text] of args) Object.assign(steps[index] ?? {}, { arguments: JSON.parse(text) })
  if (last.status === undefined) throw new Error('the stream ended without its last event')
  return { ...last, steps } as unknown as Interaction
}

function grow(step: Json, delta: Json): void {
  if (delta.type === 'text') step.content = [...recordsOf(step.content), delta]
  if (delta.type === 'thought_summary') step.summary = [...recordsOf(step.summary), delta.content]
  if (delta.signature !== undefined) step.signature = delta.signature
}

function toldBy({ id, status, steps, usage }: Interaction): Told {
  const textIn = (parts: readonly object[] = []) => parts.map((part) => ('text' in part ? part.text : '')).join('')
  return {
    requestId: id.replace(/^v1_/, ''),
    text: steps.map((step) => (step.type === 'model_output' ? textIn(step.content) : '')).join(''),
    thinking: steps.map((step) => (step.type === 'thought' ? textIn(step.summary) : '')).join(''),
    calls: steps.flatMap((step) =>
      step.type === 'function_call' ? [{ id: step.id, name: step.name, args: step.arguments, extra: steps }] : [],
    ),
    stop: status,
    usage: {
      input: usage?.total_input_tokens ?? -1,
      cached: usage?.total_cached_tokens ?? 0,
      output: (usage?.total_output_tokens ?? -1) + (usage?.total_thought_tokens ?? 0),
    },
  }
}

function stepsOf(line: Line): object[] {
  if ('user' in line) return [{ type: 'user_input', content: [{ type: 'text', text: line.user }] }]
  if ('called' in line) return line.called.extra as Step[]
  const { id, name, text } = line.result
  return [{ type: 'function_result', call_id: id, name, result: text }]
}
