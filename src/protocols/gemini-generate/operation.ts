import { GatewayError } from '../../core/errors.ts'
import { decoded } from '../../core/paths.ts'
import type { Incoming } from '../protocol.ts'

/** What a path of the Gemini API asks for (wire.md §1.6): the model stands in it, not in the body. */
type Operation<Verb extends string = string> = { version: string; model: string; verb: Verb }

/** How an answer is written: one document, server-sent events, or a JSON array that grows by an element at a time. */
export type AnswerForm = 'whole' | 'events' | 'array'

/** Reads a canonical path that asks a model to write, or to count; null when it asks for anything else. */
export const operationOf = operationReader(['generateContent', 'streamGenerateContent', 'countTokens'])

/** Reads a canonical path that asks for embeddings, of one content or of several; null when it asks for anything else. */
export const embedOperationOf = operationReader(['embedContent', 'batchEmbedContents'])

function operationReader<const Verb extends string>(verbs: readonly Verb[]): (path: string) => Operation<Verb> | null {
  const pattern = new RegExp(`^/(v1|v1beta|v1alpha)/models/(.+)(?::|%3[Aa])(${verbs.join('|')})$`)
  return (path) => {
    const [, version = '', model = '', told] = pattern.exec(path) ?? []
    const verb = verbs.find((one) => one === told)
    return verb === undefined ? null : { version, model: decoded(model).replace(/^(models\/)+/, ''), verb }
  }
}

/** The operation of a path that must have one, on a model whose name can be one. */
export function served<Verb extends string>(operation: Operation<Verb> | null, path: string): Operation<Verb> {
  if (!operation) throw new GatewayError('path_unknown', { method: 'POST', path: path.slice(0, 200) })
  if (operation.model === '' || operation.model.length > 200)
    throw new GatewayError('body_invalid', { reason: 'the model in the path must have 1 to 200 characters' })
  return operation
}

/** The same operation on the model an upstream knows by this name. */
export function pathTo({ version, verb }: Omit<Operation, 'model'>, upstreamName: string): string {
  return `/${version}/${resourceOf(upstreamName).split('/').map(encodeURIComponent).join('/')}:${verb}`
}

/** A model's full name, as bodies have it too; an upstream's name may say what kind of model it is. */
export function resourceOf(upstreamName: string): string {
  return /^(models|tunedModels)\//.test(upstreamName) ? upstreamName : `models/${upstreamName}`
}

/** The form an answer to a call has: a stream is one by its operation, whatever the body says. */
export function answerFormOf({ path, query }: Pick<Incoming, 'path' | 'query'>): AnswerForm {
  if (operationOf(path)?.verb !== 'streamGenerateContent') return 'whole'
  return query.get('alt') === 'sse' ? 'events' : 'array'
}
