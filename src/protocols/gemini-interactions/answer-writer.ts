import type { Json } from '../../core/json.ts'
import { SECOND_MS } from '../../core/time.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import type { FinishReason, Piece } from '../translate/piece.ts'
import { tierFields } from '../translate/served-tier.ts'
import { createOutput } from './write-output.ts'
import { usageOf } from './usage.ts'

/** Puts an event into text. */
export type Tell = (type: string, fields: Json) => string

/** Writes an interaction: events that have its steps one by one, or the document that holds them (wire.md §1.6). */
export function createWriter(about: AnswerAbout): AnswerWriter {
  const whole = about.form === 'whole'
  // A document is told at the end, so nothing is put into text before.
  const tell: Tell = (type, fields) => (whole ? '' : eventOf(type, fields))
  const output = createOutput(about.id, tell)
  const id = `v1_${about.id}`
  const named = { object: 'interaction', model: about.model }
  let begun = false
  let used: Used | null = null
  let finish: FinishReason | null = null
  let answer: Json | undefined

  function begin(): string {
    if (begun) return ''
    begun = true
    const status = 'in_progress'
    return (
      tell('interaction.created', { interaction: { id, status, ...named } }) +
      tell('interaction.status_update', { interaction_id: id, status })
    )
  }

  /** Without a reason to end, the answer is broken off, and that is for others to tell. */
  function end(): string {
    if (finish === null) return ''
    const at = new Date(about.created * SECOND_MS).toISOString().replace('.000', '')
    const standing = standingOf(finish, output)
    const interaction = { id, ...standing, ...usageFields(used), created: at, updated: at, ...named }
    answer = { ...interaction, steps: output.steps }
    if (whole) return JSON.stringify(answer)
    return `${tell('interaction.completed', { interaction })}event: done\ndata: [DONE]\n\n`
  }

  return {
    get answer() {
      return answer
    },
    write(piece) {
      switch (piece.type) {
        case 'start':
          return begin()
        case 'open':
          return begin() + output.open(piece)
        case 'delta':
          return output.delta(piece.text)
        case 'close':
          return output.close(piece.signature)
        case 'citation':
          return output.cite(piece)
        case 'usage':
          used = piece
          return ''
        case 'finish':
          finish = piece.reason
          return begin() + output.settle()
        case 'failure':
          return ''
        case 'end':
          return end()
        default:
          return piece satisfies never
      }
    },
  }
}

type Used = Extract<Piece, { type: 'usage' }>

function usageFields(used: Used | null): Json {
  return used ? { usage: usageOf(used.usage), ...tierFields('gemini-interactions', used.tier) } : {}
}

/** What is filtered without a word of the model's own has failed (ai.google.dev, API errors). */
const FILTERED = { code: 'safety', message: 'The answer was stopped by a content filter.' }

function standingOf(finish: FinishReason, { called, refused }: { called: boolean; refused: boolean }): Json {
  if (finish === 'filter' && !refused) return { status: 'failed', errors: [FILTERED] }
  if (finish === 'length' || finish === 'paused') return { status: 'incomplete' }
  return { status: called ? 'requires_action' : 'completed' }
}

function eventOf(type: string, fields: Json): string {
  return `event: ${type}\ndata: ${JSON.stringify({ ...fields, event_type: type })}\n\n`
}
