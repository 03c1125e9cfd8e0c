import { isRecord } from '../core/json.ts'
import { inputTotal } from '../core/usage.ts'
import { textOf } from './answer.ts'
import type { Answer, Wire } from './answer.ts'

const WHOLE = 'application/json; charset=UTF-8'

/** Gemini generateContent as generativelanguage.googleapis.com writes it, streamed as events: `alt=sse`. */
export const geminiGenerate: Wire = {
  dialect: 'gemini',
  path: '/v1beta/models/{model}:generateContent',
  serves: (url) => /:generateContent(\?|$)/.test(url) || /:streamGenerateContent\?(.*&)?alt=sse(&|$)/.test(url),
  contentTypes: { whole: WHOLE, stream: 'text/event-stream' },
  read(body, _headers, url) {
    return {
      model: modelOf(url),
      stream: /:streamGenerateContent(\?|$)/.test(url),
      includeUsage: true,
      prompt: promptOf(body['contents']),
      tools: toolsOf(body['tools']),
      problem: Array.isArray(body['contents']) && body['contents'].length > 0 ? null : 'contents is not specified',
    }
  },
  whole,
  *events(answer) {
    for (const chunk of chunks(answer)) yield `data: ${JSON.stringify(chunk)}\n\n`
  },
  errorBody: (status, message) => pretty(errorOf(status, message)),
  errorEvent: (status, message) => `data: ${JSON.stringify(errorOf(status, message))}\n\n`,
  models: (names) =>
    pretty({
      models: names.map((name) => ({
        name: `models/${name}`,
        version: '001',
        displayName: name,
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      })),
    }),
}

/** The same streamed without `alt=sse`: one JSON array, written an element at a time; errors come in an array as well. */
export const geminiArray: Wire = {
  ...geminiGenerate,
  path: '/v1beta/models/{model}:streamGenerateContent',
  serves: (url) => /:streamGenerateContent(\?|$)/.test(url) && !geminiGenerate.serves?.(url),
  contentTypes: { whole: WHOLE, stream: WHOLE },
  *events(answer) {
    let before = '['
    for (const chunk of chunks(answer)) {
      yield before + pretty(chunk)
      before = ',\n'
    }
    yield ']'
  },
  errorBody: (status, message) => `[${pretty(errorOf(status, message))}]`,
  errorEvent: (status, message) => `,\n${pretty(errorOf(status, message))}]`,
}

/** countTokens: the whole input, and nothing else. */
export const geminiCount: Wire = {
  ...geminiGenerate,
  path: '/v1beta/models/{model}:countTokens',
  serves: (url) => /:countTokens(\?|$)/.test(url),
  read(body, headers, url) {
    const inner = isRecord(body['generateContentRequest']) ? body['generateContentRequest'] : body
    return geminiGenerate.read(inner, headers, url)
  },
  whole({ usage }) {
    const totalTokens = usage !== null && !('raw' in usage) ? inputTotal(usage) : 0
    return pretty({ totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] })
  },
}

const FINISH = { done: 'STOP', length: 'MAX_TOKENS', tools: 'STOP' } as const

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

type Part = Record<string, unknown>

function errorOf(code: number, message: string) {
  return { error: { code, message, status: STATUSES[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL') } }
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** Each chunk holds whole parts and what was used so far; all calls of tools come at once, before the last chunk. */
function* chunks(answer: Answer): Iterable<object> {
  let told = 0
  const chunk = (parts: readonly Part[]) =>
    response(answer, { content: { parts, role: 'model' }, index: 0 }, usageOf(answer, told))
  for (const text of answer.thinking) yield chunk([{ text, thought: true }])
  for (const text of answer.pieces) {
    told += 1
    yield chunk([{ text }])
  }
  if (answer.tools.length > 0) yield chunk(calls(answer))
  const last = { content: { parts: [{ text: '' }], role: 'model' }, finishReason: FINISH[answer.stop], index: 0 }
  yield response(answer, last, usageOf(answer))
}

function whole(answer: Answer): string {
  const text = [...answer.pieces].join('')
  const parts = [
    ...(answer.thinking.length > 0 ? [{ text: answer.thinking.join(''), thought: true }] : []),
    ...(text === '' && answer.tools.length > 0 ? [] : [{ text }]),
    ...calls(answer),
  ]
  const candidate = { content: { parts, role: 'model' }, finishReason: FINISH[answer.stop], index: 0 }
  return pretty(response(answer, candidate, usageOf(answer)))
}

function response({ model, id, usage }: Answer, candidate: object, usageMetadata: unknown): object {
  return { candidates: [candidate], ...(usage !== null && { usageMetadata }), modelVersion: model, responseId: id }
}

const SIGNATURE = 'EqQBCkYIARgCKkDhc29tZS1vcGFxdWUtdGhvdWdodC1zaWduYXR1cmU='

/** The first of several calls carries the signature, which has to come back with it. */
function calls({ tools }: Answer): Part[] {
  return tools.map(({ id, name, arguments: args }, index) => ({
    functionCall: { id, name, args },
    ...(index === 0 && { thoughtSignature: SIGNATURE }),
  }))
}

/** The cache is inside the prompt, thoughts are beside the candidates; figures that are zero are left out. */
function usageOf({ usage }: Answer, told = Number.POSITIVE_INFINITY): unknown {
  if (usage === null) return null
  if ('raw' in usage) return usage.raw
  const prompt = inputTotal(usage) + usage.audioIn
  const candidates = Math.min(told, usage.output - usage.reasoning) + usage.audioOut + usage.imageOut
  return {
    promptTokenCount: prompt,
    ...(candidates > 0 && { candidatesTokenCount: candidates }),
    totalTokenCount: prompt + candidates + usage.reasoning,
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    promptTokensDetails: kinds({ TEXT: inputTotal(usage), AUDIO: usage.audioIn }),
    ...(usage.audioOut + usage.imageOut > 0 && {
      candidatesTokensDetails: kinds({ AUDIO: usage.audioOut, IMAGE: usage.imageOut }),
    }),
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
  }
}

function kinds(counts: Record<string, number>): object[] {
  return Object.entries(counts).flatMap(([modality, tokenCount]) => (tokenCount > 0 ? [{ modality, tokenCount }] : []))
}

function modelOf(url: string): string {
  return decodeURIComponent(/\/models\/([^?]+):\w+(\?|$)/.exec(url)?.[1] ?? '')
}

function promptOf(contents: unknown): string {
  const list: unknown[] = Array.isArray(contents) ? contents : []
  const last = list.findLast((one) => isRecord(one) && (one['role'] ?? 'user') === 'user')
  return isRecord(last) ? textOf(last['parts']) : ''
}

function toolsOf(tools: unknown): string[] {
  if (!Array.isArray(tools)) return []
  const declared = tools.flatMap((tool: unknown) => (isRecord(tool) ? tool['functionDeclarations'] : []))
  return declared.map((one) => (isRecord(one) && typeof one['name'] === 'string' ? one['name'] : ''))
}
