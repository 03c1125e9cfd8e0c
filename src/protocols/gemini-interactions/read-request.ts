import type { Json } from '../../core/json.ts'
import { fieldsIn, recordsIn } from '../gemini-generate/proto-json.ts'
import { boundTo, toolOf } from '../gemini-generate/read-request.ts'
import { levelIn } from '../gemini-generate/thinking.ts'
import { tierOf } from '../gemini-generate/tier.ts'
import { choiceBy, MODES } from '../gemini-generate/tool-choice.ts'
import {
  type Conversation,
  type Format,
  type Message,
  NO_SETTINGS,
  type Reasoning,
  type Settings,
  type ToolChoice,
} from '../translate/conversation.ts'
import { invalid, untranslatable } from '../translate/shape.ts'
import { readSteps } from './read-steps.ts'

/** Reads a request for an interaction (wire.md §1.6). */
export function readRequest(body: Json): Conversation {
  refuseKept(body)
  const { text, texts, list, record } = fieldsIn(body, '')
  if (texts('response_modalities').some((one) => one.toLowerCase() !== 'text')) throw inOtherForms()
  const { lost: unsaid, ...tools } = toolsIn(list('tools'))
  const { messages, lost: left } = readSteps(body.input)
  const lost = [...left, ...unsaid]
  const config = record('generation_config') ?? {}
  return {
    ...NO_SETTINGS,
    ...settingsIn(config),
    ...tools,
    messages: [...instructionsOf(text('system_instruction')), ...messages],
    toolChoice: tools.tools.length === 0 ? null : choiceIn(config),
    format: formatIn(body),
    tier: tierOf(text('service_tier')),
    ...(lost.length > 0 && { lost }),
  }
}

/** Fields that point to what only Google keeps: without it the answer would be to another question. */
const KEPT_ELSEWHERE: Readonly<Record<string, string>> = {
  previous_interaction_id: 'names an answer that is not kept here: send the whole conversation in `input`',
  background: 'is not possible with this model: ask for a stream and read it',
}

function refuseKept(body: Json): void {
  for (const [field, why] of Object.entries(KEPT_ELSEWHERE)) if (body[field]) throw invalid(`\`${field}\` ${why}`)
}

function inOtherForms() {
  return untranslatable('answers in pictures or sound')
}

function instructionsOf(text: string | null): Message[] {
  return text ? [{ role: 'system', parts: [{ type: 'text', text }] }] : []
}

const CONFIG = 'generation_config.'

function settingsIn(config: Json): Partial<Settings> {
  const { number, texts } = fieldsIn(config, CONFIG)
  return {
    maxTokens: number('max_output_tokens'),
    temperature: number('temperature'),
    topP: number('top_p'),
    seed: number('seed'),
    stop: texts('stop_sequences'),
    reasoning: reasoningIn(config),
  }
}

function reasoningIn(config: Json): Reasoning | null {
  const { text } = fieldsIn(config, CONFIG)
  const effort = levelIn(text('thinking_level'), `${CONFIG}thinking_level`)
  const summaries = text('thinking_summaries')
  if (effort === null && summaries === null) return null
  const shown = summaries === null ? null : summaries !== 'none'
  return { effort, budgetTokens: null, shown, ...(effort === null && { onlyShown: true }) }
}

/** A format, or several of which one is words: of those that are none no other protocol knows anything. */
function formatIn(body: Json): Format | null {
  const { text, list } = fieldsIn(body, '')
  const forms = recordsIn(list('response_format'), 'response_format')
  const [form, ...others] = forms.map(({ record, at }) => formOf(record, `${at}.`))
  if (others.length > 0) throw inOtherForms()
  return form ?? (text('response_mime_type') === 'application/json' ? { type: 'json' } : null)
}

const OTHER_FORMS: ReadonlySet<unknown> = new Set(['image', 'audio', 'video'])

/** What is of no type of a format is a schema, as it was given before there were any. */
function formOf(form: Json, where: string): Format | null {
  if (OTHER_FORMS.has(form.type)) throw inOtherForms()
  if (form.type !== 'text') return boundTo(form)
  const { text, record } = fieldsIn(form, where)
  const schema = record('schema')
  if (schema) return boundTo(schema)
  return text('mime_type') === 'application/json' ? { type: 'json' } : null
}

type Tools = Pick<Settings, 'tools' | 'webSearch'> & { lost: string[] }

/** Of the tools that run at the vendor, only search has its like elsewhere. */
function toolsIn(list: readonly unknown[]): Tools {
  const read: Tools = { tools: [], webSearch: null, lost: [] }
  for (const { record, at } of recordsIn(list, 'tools')) {
    const { text, texts } = fieldsIn(record, `${at}.`)
    const type = text('type')
    if (type === 'function') read.tools.push(toolOf(record, `${at}.`))
    else if (type === 'google_search') {
      read.webSearch = {}
      if (texts('search_types').some((one) => one !== 'web_search')) read.lost.push('google_search.search_types')
    } else if (type === null) throw invalid(`\`${at}.type\` is missing`)
    else throw untranslatable(`the tool \`${type.slice(0, 64)}\``)
  }
  return read
}

const CHOICE = `${CONFIG}tool_choice`

/** A mode alone, or with the tools that are allowed. */
function choiceIn(config: Json): ToolChoice | null {
  const choice = config.tool_choice ?? null
  if (choice === null) return null
  if (typeof choice === 'string') return choiceBy(modeIn(choice, CHOICE), [])
  const allowed = fieldsIn(fieldsIn(config, CONFIG).record('tool_choice') ?? {}, `${CHOICE}.`).record('allowed_tools')
  if (!allowed) return null
  const { text, texts } = fieldsIn(allowed, `${CHOICE}.allowed_tools.`)
  return choiceBy(modeIn(text('mode') ?? 'auto', `${CHOICE}.allowed_tools.mode`), texts('tools'))
}

function modeIn(word: string, where: string): (typeof MODES)[number] {
  const mode = MODES.find((one) => one === word)
  if (!mode) throw invalid(`\`${where}\` must be one of ${MODES.join(', ')}`)
  return mode
}
