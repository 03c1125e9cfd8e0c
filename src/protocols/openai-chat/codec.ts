import type { Codec } from '../translate/codec.ts'
import { createChatReader } from './answer-reader.ts'
import { chatFields } from './fields.ts'
import { readError } from './read-error.ts'
import { readRequest } from './read-request.ts'
import { createStreamWriter } from './stream-writer.ts'
import { createWholeWriter } from './whole-writer.ts'
import { writeRequest } from './write-request.ts'

/** OpenAI chat completions in neutral words. Its custom tools are OpenAI's alone, so upstream they are wrapped as functions. */
export const openaiChatCodec: Codec = {
  id: 'openai-chat',
  fields: chatFields,
  customTools: false,
  readRequest,
  writeRequest,
  reader: createChatReader,
  writer: (about) => (about.form === 'whole' ? createWholeWriter(about) : createStreamWriter(about)),
  readError,
}
