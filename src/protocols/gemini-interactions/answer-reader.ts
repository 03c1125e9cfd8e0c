import { asRecord, type Json, recordsOf, textOr } from '../../core/json.ts'
import { mergeUsage } from '../merge-usage.ts'
import type { AnswerReader } from '../translate/codec.ts'
import type { FinishReason, Piece } from '../translate/piece.ts'
import { servedTier } from '../translate/served-tier.ts'
import { createSteps, type Steps } from './answer-steps.ts'
import { failureOf } from './read-error.ts'
import { interactionUsage, queriesOf, searchesSold } from './usage.ts'

/** What is known of an answer while it is read. */
type Reading = {
  steps: Steps
  started: boolean
  ended: boolean
  model: string | null
  usage: Json
  queries: number
}

type Step = (reading: Reading, event: Json) => Piece[]

/** Reads an interaction: steps that begin, grow and end, or the document that holds them whole (wire.md §1.6). */
export function createReader(): AnswerReader {
  const reading: Reading = { steps: createSteps(), started: false, ended: false, model: null, usage: {}, queries: 0 }
  const read = (event: Json): Piece[] => {
    if (reading.ended) return []
    const type = textOr(event.event_type, event.error === undefined ? '' : 'error')
    return isKnown(type) ? EVENTS[type](reading, event) : []
  }
  return {
    event: read,
    whole(answer) {
      if (answer.error !== undefined) return read(answer)
      const steps = recordsOf(answer.steps).flatMap((step, index) => [
        ...EVENTS['step.start'](reading, { index, step }),
        ...EVENTS['step.stop'](reading, { index }),
      ])
      return [...startOf(reading, answer), ...steps, ...over(reading, answer)]
    },
    end: () => reading.steps.closeAll(),
  }
}

const EVENTS = {
  'interaction.created': (reading, { interaction }) => startOf(reading, asRecord(interaction)),
  'step.start'(reading, { index, step }) {
    const told = asRecord(step)
    reading.queries += queriesOf(told)
    return [...startOf(reading, {}), ...reading.steps.start(String(index), told)]
  },
  'step.delta'(reading, { index, delta }) {
    reading.queries += queriesOf(asRecord(delta))
    return reading.steps.delta(String(index), asRecord(delta))
  },
  'step.stop': (reading, { index }) => reading.steps.stop(String(index)),
  'interaction.completed': (reading, { interaction }) => over(reading, asRecord(interaction)),
  error: failed,
} as const satisfies Readonly<Record<string, Step>>

function isKnown(type: string): type is keyof typeof EVENTS {
  return Object.hasOwn(EVENTS, type)
}

/** Every answer begins, whether or not its vendor says so. */
function startOf(reading: Reading, { id, model }: Json): Piece[] {
  if (typeof model === 'string') reading.model = model
  if (reading.started) return []
  reading.started = true
  return [{ type: 'start', id: textOr(id, '') || null, model: textOr(model, '') || null }]
}

/** Why an answer is over; a status that is none of these, and not still to come, is an end like any other. */
const REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['requires_action', 'tools'],
  ['incomplete', 'length'],
  ['budget_exceeded', 'length'],
  ['requires_continuation', 'paused'],
])
const FAILED: ReadonlySet<unknown> = new Set(['failed', 'cancelled'])
const UNDER_WAY: ReadonlySet<unknown> = new Set(['in_progress', 'queued'])

function over(reading: Reading, interaction: Json): Piece[] {
  const { status, steps, errors } = interaction
  const told = [...startOf(reading, interaction), ...reading.steps.closeAll(), ...usageOf(reading, interaction)]
  if (UNDER_WAY.has(status) || (status === undefined && !Array.isArray(steps))) return told
  reading.ended = true
  if (FAILED.has(status)) {
    const [error] = recordsOf(errors)
    return [...told, { type: 'failure', error: failureOf(error ?? { message: String(status) }) }]
  }
  const usual = reading.steps.called ? 'tools' : 'stop'
  return [...told, { type: 'finish', reason: REASONS.get(status) ?? usual, stopSequence: null }]
}

function failed(reading: Reading, { error }: Json): Piece[] {
  reading.ended = true
  return [...reading.steps.closeAll(), { type: 'failure', error: failureOf(asRecord(error)) }]
}

function usageOf(reading: Reading, { usage, service_tier }: Json): Piece[] {
  reading.usage = mergeUsage(reading.usage, asRecord(usage))
  if (Object.keys(reading.usage).length === 0) return []
  const searches = searchesSold(reading.usage, reading.queries, reading.model)
  const tier = servedTier(service_tier)
  return [{ type: 'usage', usage: { ...interactionUsage(reading.usage), searches }, ...(tier && { tier }) }]
}
