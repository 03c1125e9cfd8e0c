import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import { type AnswerEvent, answerEvents } from './answer-events.ts'
import { inputOf } from './write-content.ts'

/** Writes an answer of the Messages API: as events, which need their `event:` lines (wire.md §0.9), or as one document. */
export function anthropicWriter(about: AnswerAbout): AnswerWriter {
  const events = answerEvents(about)
  const say = about.form === 'whole' ? gathered() : streamed
  return {
    write(piece) {
      let text = ''
      for (const event of events(piece)) text += say(event)
      return text
    },
  }
}

function streamed(event: AnswerEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Puts the events together to the document they tell of, which is written with the last one. */
function gathered(): (event: AnswerEvent) => string {
  let message: Json = {}
  let block: Json = {}
  let input = ''
  const content: Json[] = []
  const hear: Record<string, (event: AnswerEvent) => void> = {
    message_start: (event) => {
      message = asRecord(event.message)
    },
    content_block_start: (event) => {
      block = { ...asRecord(event.content_block) }
      input = ''
      content.push(block)
    },
    content_block_delta: ({ delta }) => {
      const { partial_json: json, text, thinking, signature } = asRecord(delta)
      if (typeof text === 'string') block.text = textOr(block.text, '') + text
      if (typeof thinking === 'string') block.thinking = textOr(block.thinking, '') + thinking
      if (typeof signature === 'string') block.signature = signature
      input += textOr(json, '')
    },
    content_block_stop: () => {
      if (block.type === 'tool_use') block.input = inputOf(input)
    },
    message_delta: ({ delta, usage }) => {
      message = { ...message, content, ...asRecord(delta), usage }
    },
  }
  return (event) => {
    hear[event.type]?.(event)
    return event.type === 'message_stop' ? JSON.stringify(message) : ''
  }
}
