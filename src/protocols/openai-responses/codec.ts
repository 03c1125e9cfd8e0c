import type { Codec } from '../translate/codec.ts'
import { createAnswerReader } from './answer-reader.ts'
import { createAnswerWriter } from './answer-writer.ts'
import { fields } from './fields.ts'
import { readError } from './read-error.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

/** OpenAI Responses in neutral words and back (wire.md §1.2, §3). */
export const openaiResponsesCodec: Codec = {
  id: 'openai-responses',
  fields,
  customTools: true,
  readRequest,
  writeRequest,
  // All but the conversation.
  repeated: ({ input: _input, ...settings }) => settings,
  reader: createAnswerReader,
  writer: createAnswerWriter,
  readError,
}
