import type { Json } from '../../core/json.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import type { FinishReason } from '../translate/piece.ts'
import { type ServedTier, tierFields } from '../translate/served-tier.ts'
import type { Tell, TellDeltas } from './place.ts'
import { createOutput } from './write-output.ts'
import { type Standing, writeResponse } from './write-response.ts'
import { writeUsage } from './write-usage.ts'

/** Writes an answer of the Responses API: numbered events in the order of wire.md §1.2, or the document the last one carries. */
export function createAnswerWriter(about: AnswerAbout): AnswerWriter {
  const whole = about.form === 'whole'
  let sequence = -1
  let begun = false
  let usage: Usage | null = null
  let tier: ServedTier | undefined
  let finish: FinishReason | null = null
  let answer: Json | undefined
  const tell: Tell = (type, fields) => {
    sequence += 1
    // A document is told at the end, so nothing is put into text before.
    return whole ? '' : `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...fields })}\n\n`
  }
  const deltas: TellDeltas = (type, fields) => {
    const head = `event: ${type}\ndata: {"type":"${type}","sequence_number":`
    const rest = JSON.stringify(fields).slice(1, -1)
    return (delta) => {
      sequence += 1
      return whole ? '' : `${head}${sequence},${rest},"delta":${JSON.stringify(delta)}}\n\n`
    }
  }
  const output = createOutput(about.id, { tell, deltas })

  function begin(): string {
    if (begun) return ''
    begun = true
    const response = writeResponse(about, { status: 'in_progress' }, {})
    return tell('response.created', { response }) + tell('response.in_progress', { response })
  }

  /** Without a reason to end, the answer is broken off, and that is for others to tell. */
  function end(): string {
    if (finish === null) return ''
    const standing = standingOf(finish, output.refused)
    // Client libraries do not read an answer without usage, so one whose vendor told none has used nothing.
    const used = { ...tierFields('openai-responses', tier), ...writeUsage(usage ?? NO_USAGE) }
    const response = writeResponse(about, standing, { output: output.items, ...used })
    answer = response
    return whole ? JSON.stringify(response) : tell(`response.${standing.status}`, { response })
  }

  return {
    get sequence() {
      return sequence
    },
    get answer() {
      return answer
    },
    write(piece) {
      switch (piece.type) {
        case 'start':
          return begin()
        case 'open':
          return begin() + output.open(piece.block)
        case 'delta':
          return output.delta(piece.text)
        case 'close':
          return output.close(piece.signature)
        case 'citation':
          return output.cite(piece)
        case 'usage':
          usage = piece.usage
          tier = piece.tier
          return ''
        case 'finish':
          finish = piece.reason
          return begin() + output.settle(isCut(finish, output.refused) ? 'incomplete' : 'completed')
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

/** What came last is not whole where the answer is not: a call whose arguments were cut off is not to be made. */
function isCut(finish: FinishReason, refused: boolean): boolean {
  return standingOf(finish, refused).status === 'incomplete'
}

/** A refusal is an answer like any other; only what was filtered without a word is incomplete (wire.md §3.2). */
function standingOf(finish: FinishReason, refused: boolean): Standing {
  if (finish === 'length') return { status: 'incomplete', reason: 'max_output_tokens' }
  if (finish === 'filter' && !refused) return { status: 'incomplete', reason: 'content_filter' }
  return { status: 'completed' }
}
