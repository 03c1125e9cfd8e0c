import type { Codec } from '../translate/codec.ts'
import { createReader } from './answer-reader.ts'
import { createWriter } from './answer-writer.ts'
import { FIELDS, WRITTEN } from './fields.ts'
import { answerFormOf } from './operation.ts'
import { readError } from './read-error.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

/** Gemini generateContent and the neutral form, both ways (wire.md §1.6 and §3). */
export const geminiGenerateCodec: Codec = {
  id: 'gemini-generate',
  fields: FIELDS,
  written: WRITTEN,
  customTools: false,
  readRequest,
  writeRequest,
  form: answerFormOf,
  reader: createReader,
  writer: createWriter,
  readError,
}
