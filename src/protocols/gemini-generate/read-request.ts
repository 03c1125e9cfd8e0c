import { asRecord, type Json } from '../../core/json.ts'
import type { Conversation, Format, Settings, Tool, ToolChoice, WebSearch } from '../translate/conversation.ts'
import { invalid, untranslatable } from '../translate/shape.ts'
import { webSearchOf } from '../translate/web-search.ts'
import { operationOf } from './operation.ts'
import { field, fieldsIn, recordsIn } from './proto-json.ts'
import { messagesIn } from './read-contents.ts'
import { jsonSchemaOf } from './schema.ts'
import { reasoningOf } from './thinking.ts'
import { tierOf } from './tier.ts'
import { choiceBy, MODES } from './tool-choice.ts'

/** Reads the body of generateContent, streamed or not (wire.md §1.6); the model and how to answer are in the path. */
export function readRequest(body: Json, { path }: { path: string }): Conversation {
  if (operationOf(path)?.verb === 'countTokens') throw untranslatable('`countTokens`')
  const { record, list, text } = fieldsIn(body, '')
  const { lost: unsaid, ...tools } = toolsIn(list('tools'))
  const { messages, lost: left } = messagesIn(body)
  const lost = [...left, ...unsaid]
  return {
    messages,
    ...(lost.length > 0 && { lost }),
    ...tools,
    toolChoice: tools.tools.length === 0 ? null : choiceIn(record('toolConfig') ?? {}),
    tier: tierOf(text('serviceTier')),
    ...settingsIn(record('generationConfig') ?? {}),
  }
}

type Generation = Omit<Settings, 'tools' | 'webSearch' | 'toolChoice' | 'tier'>

function settingsIn(config: Json): Generation {
  const { number, texts, record } = fieldsIn(config, CONFIG)
  const thinking = record('thinkingConfig')
  if (texts('responseModalities').some((one) => one.toUpperCase() !== 'TEXT'))
    throw untranslatable('answers in pictures or sound')
  return {
    parallelTools: null,
    maxTokens: number('maxOutputTokens'),
    temperature: number('temperature'),
    topP: number('topP'),
    topK: number('topK'),
    seed: number('seed'),
    presencePenalty: number('presencePenalty'),
    frequencyPenalty: number('frequencyPenalty'),
    stop: texts('stopSequences'),
    reasoning: thinking && reasoningOf(thinking, `${CONFIG}thinkingConfig.`),
    format: formatIn(config),
    verbosity: null,
    cacheKey: null,
    user: null,
  }
}

const CONFIG = 'generationConfig.'

/** Schemas have no names here; others need one. */
const SCHEMA_NAME = 'response'

function formatIn(config: Json): Format | null {
  const { record, text, list } = fieldsIn(config, CONFIG)
  const [form] = recordsIn(list('responseFormat'), `${CONFIG}responseFormat`)
  if (form) return formOf(form.record, `${form.at}.`)
  const mime = text('responseMimeType') ?? 'text/plain'
  // One word of a list, without the quotes of JSON.
  if (mime === 'text/x.enum') throw untranslatable(`\`${mime}\``)
  const schema = record('responseJsonSchema') ?? record('responseSchema')
  if (schema) return boundTo(schema)
  return mime === 'application/json' ? { type: 'json' } : null
}

/** What has taken the place of a media type and a schema (`@google/genai` 3.3, GenerationConfig). */
function formOf(form: Json, where: string): Format | null {
  const words = fieldsIn(form, where).record('text')
  if (!words) throw untranslatable('answers in pictures or sound')
  const { text, record } = fieldsIn(words, `${where}text.`)
  const schema = record('schema')
  if (schema) return boundTo(schema)
  return /json/i.test(text('mimeType') ?? '') ? { type: 'json' } : null
}

/** An answer that keeps to a schema. */
export function boundTo(schema: Json): Format {
  return { type: 'schema', name: SCHEMA_NAME, description: null, schema: jsonSchemaOf(schema), strict: null }
}

/** Of the tools that run at the vendor, only search has its like elsewhere. */
const SEARCHES = ['googleSearch', 'googleSearchRetrieval', 'google_search', 'google_search_retrieval']
const FUNCTIONS = ['functionDeclarations', 'function_declarations']

function toolsIn(list: readonly unknown[]): Pick<Settings, 'tools' | 'webSearch'> & { lost: string[] } {
  const groups = recordsIn(list, 'tools')
  const kinds = groups.flatMap(({ record }) => Object.keys(record).filter((key) => record[key] != null))
  const other = kinds.find((kind) => !SEARCHES.includes(kind) && !FUNCTIONS.includes(kind))
  if (other !== undefined) throw untranslatable(`the tool \`${other}\``)
  const declared = groups.flatMap(({ record, at }) =>
    recordsIn(fieldsIn(record, `${at}.`).list('functionDeclarations'), `${at}.functionDeclarations`),
  )
  const searching = groups.flatMap(({ record, at }) =>
    SEARCHES.flatMap((kind) => (record[kind] == null ? [] : [searchIn(asRecord(record[kind]), `${at}.${kind}.`)])),
  )
  return {
    tools: declared.map(({ record, at }) => toolOf(record, `${at}.`)),
    webSearch: searching.at(-1)?.search ?? null,
    lost: [...searching.flatMap(({ lost }) => lost), ...declared.flatMap(({ record }) => unsaidOf(record))],
  }
}

/** What Google's search can be bound to that no other can. */
const SEARCH_ALONE = ['timeRangeFilter', 'blockingConfidence', 'searchTypes'] as const

function searchIn(told: Json, where: string): { search: WebSearch; lost: string[] } {
  return {
    search: webSearchOf({ blockedDomains: fieldsIn(told, where).texts('excludeDomains') }),
    lost: SEARCH_ALONE.filter((name) => field(told, name) !== null).map((name) => `googleSearch.${name}`),
  }
}

/** A call that is not waited for, which other models do not make. */
function unsaidOf(declaration: Json): string[] {
  return field(declaration, 'behavior') === 'NON_BLOCKING' ? ['functionDeclarations.behavior'] : []
}

/** The function that a declaration offers. */
export function toolOf(declaration: Json, where: string): Tool {
  const { text, record } = fieldsIn(declaration, where)
  const name = text('name')
  if (name === null) throw invalid(`\`${where}name\` is missing`)
  const schema = record('parametersJsonSchema') ?? record('parameters')
  return {
    form: 'function',
    name,
    namespace: null,
    description: text('description'),
    strict: null,
    schema: schema && jsonSchemaOf(schema),
  }
}

function choiceIn(config: Json): ToolChoice | null {
  const where = 'toolConfig.functionCallingConfig'
  const calling = fieldsIn(config, 'toolConfig.').record('functionCallingConfig')
  if (!calling) return null
  const { text, texts } = fieldsIn(calling, `${where}.`)
  const names = texts('allowedFunctionNames')
  const word = text('mode')
  if (word === null || word === 'MODE_UNSPECIFIED') return null
  const mode = MODES.find((one) => one.toUpperCase() === word)
  if (!mode) throw invalid(`\`${where}.mode\` must be one of AUTO, ANY, NONE, VALIDATED`)
  return choiceBy(mode, names)
}
