import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { modelId } from './models.ts'
import { TUTORIAL_CLIENTS } from './settings-tutorial.ts'

const client = z.enum(TUTORIAL_CLIENTS)

const tutorial = z.strictObject({
  /** What each dialect's client libraries are given. */
  base_urls: z.strictObject({ openai: z.url(), anthropic: z.url(), gemini: z.url() }),
  /** The clients that are explained, in their order. */
  clients: z.array(client),
  /** The model the operator suggests for a client; only what the caller may use. */
  models: z.partialRecord(client, modelId),
  /** What the operator has to add, in Markdown; empty for nothing. */
  note: z.string(),
})
/** What the server puts into the tutorial; the key and the reader’s system are filled in by the console. */
export type Tutorial = z.infer<typeof tutorial>

export const getTutorial = endpoint({
  method: 'GET',
  path: '/api/tutorial',
  who: 'user',
  summary: 'What the tutorial is filled with: base URLs, the clients shown, suggested models and the operator’s note.',
  answer: tutorial,
})
