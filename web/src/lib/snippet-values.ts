import type { ProtocolId } from '../../../src/core/protocol.ts'

/** What a client's configuration is filled with. `origin` has no trailing slash; `hello` is the first thing said to the model. */
export type Values = {
  origin: string
  key: string
  model: string
  hello: string
  /** What the model is offered over; whatever a client speaks, where that is not known. */
  offered?: readonly ProtocolId[] | undefined
}

/** A text as a string of JSON, which JavaScript, Python and TOML read too. */
export const quote = (text: string): string => JSON.stringify(text)
