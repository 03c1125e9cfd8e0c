import type { Incoming } from '../protocol.ts'

/** What a path of the Gemini API asks for (wire.md §1.6): the model stands in it, not in the body. */
export type Operation = {
  version: string
  model: string
  verb: 'generateContent' | 'streamGenerateContent' | 'countTokens'
}

/** How an answer is written: one document, server-sent events, or a JSON array that grows by an element at a time. */
export type AnswerForm = 'whole' | 'events' | 'array'

const PATH = /^\/(v1|v1beta|v1alpha)\/models\/(.+)(?::|%3[Aa])(generateContent|streamGenerateContent|countTokens)$/

/** Reads a canonical path; null when it asks for nothing that is served. */
export function operationOf(path: string): Operation | null {
  const [, version = '', model = '', verb] = PATH.exec(path) ?? []
  if (verb === undefined) return null
  return { version, model: decoded(model).replace(/^(models\/)+/, ''), verb: verb as Operation['verb'] }
}

/** The same operation on the model an upstream knows by this name, which may say what kind of model it is. */
export function pathTo({ version, verb }: Operation, upstreamName: string): string {
  const name = /^(models|tunedModels)\//.test(upstreamName) ? upstreamName : `models/${upstreamName}`
  return `/${version}/${name.split('/').map(encodeURIComponent).join('/')}:${verb}`
}

/** The form an answer to a call has: a stream is one by its operation, whatever the body says. */
export function answerFormOf({ path, query }: Pick<Incoming, 'path' | 'query'>): AnswerForm {
  if (operationOf(path)?.verb !== 'streamGenerateContent') return 'whole'
  return query.get('alt') === 'sse' ? 'events' : 'array'
}

/** A path that is no valid encoding names the model as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
