import type { Codec } from '../translate/codec.ts'
import { createReader } from './answer-reader.ts'
import { createWriter } from './answer-writer.ts'
import { fields } from './fields.ts'
import { readError } from './read-error.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

/** Gemini's Interactions and the neutral form, both ways (wire.md §1.6 and §3). */
export const geminiInteractionsCodec: Codec = {
  id: 'gemini-interactions',
  fields,
  customTools: false,
  readRequest,
  writeRequest,
  reader: createReader,
  writer: createWriter,
  readError,
}
