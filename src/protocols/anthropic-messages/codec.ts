import type { Codec } from '../translate/codec.ts'
import { anthropicReader } from './answer-reader.ts'
import { anthropicWriter } from './answer-writer.ts'
import { FIELDS } from './fields.ts'
import { readError } from './read-error.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

/** The Messages API in the neutral form (wire.md §1.5 and §3). */
export const anthropicMessagesCodec: Codec = {
  id: 'anthropic-messages',
  fields: FIELDS,
  customTools: false,
  plainKeys: true,
  readRequest,
  writeRequest,
  reader: anthropicReader,
  writer: anthropicWriter,
  readError,
}
