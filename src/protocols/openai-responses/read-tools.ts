import { asRecord, type Json, textOr } from '../../core/json.ts'
import { pushAll } from '../../core/lists.ts'
import type { Tool, ToolChoice, WebSearch } from '../translate/conversation.ts'
import { flagOrNull, invalid, listAt, nameAt, objectAt, objectOrNull, textAt, textOrNull } from '../translate/shape.ts'
import { domainsAt, placeIn, webSearchOf } from '../translate/web-search.ts'

/** The tools of a request. */
type Offer = { tools: Tool[]; webSearch: WebSearch | null; lost: string[] }

/** A search among tools that are not on offer yet, as it is called and named; Codex looks for those of its MCP servers by one. */
export const SEARCH = 'tool_search'
const WEB_SEARCH = /^web_search(_preview)?(_\d{4}_\d{2}_\d{2})?$/

/** Reads the tools on offer: those the caller runs, and the search of the web; other hosted tools only OpenAI can run. */
export function readTools(list: readonly unknown[], namespace: string | null = null): Offer {
  const offer: Offer = { tools: [], webSearch: null, lost: [] }
  for (const [i, each] of list.entries()) {
    const where = namespace === null ? `tools[${i}]` : `tools[${namespace}][${i}]`
    const tool = objectAt(each, where)
    const type = textAt(tool.type, `${where}.type`)
    if (type === 'function' || type === 'custom') {
      offer.tools.push(readTool(tool, where, namespace))
      offer.lost.push(...unsaidOf(tool))
    } else if (type === 'namespace') {
      const inner = readTools(listAt(tool.tools, `${where}.tools`), nameAt(tool.name, `${where}.name`))
      pushAll(offer.tools, inner.tools)
      pushAll(offer.lost, inner.lost)
    } else if (type === SEARCH && tool.execution === 'client') {
      offer.tools.push(readToolSearch(tool, where))
    } else if (WEB_SEARCH.test(type)) {
      // Others have no search of what was found before, and who keeps the web away is not to be led into it.
      if (tool.external_web_access === false) offer.lost.push('web_search.external_web_access')
      else {
        offer.webSearch = readSearch(tool, where)
        pushAll(offer.lost, unsaidOfSearch(tool))
      }
    } else offer.lost.push(`tools.${type}`)
  }
  return offer
}

/** What is said of a tool that no other protocol has a place for: that its result is not waited for, and who may call it. */
function unsaidOf({ async: unawaited, allowed_callers: callers }: Json): string[] {
  return [...(unawaited === true ? ['tools.async'] : []), ...(Array.isArray(callers) ? ['tools.allowed_callers'] : [])]
}

/** One that the caller runs; in one that OpenAI runs all that could be found is in the request, and on offer. */
function readToolSearch(tool: Json, where: string): Tool {
  const description = textOrNull(tool.description, `${where}.description`)
  const schema = objectOrNull(tool.parameters, `${where}.parameters`)
  return { name: SEARCH, namespace: null, description, strict: null, form: 'search', schema }
}

function readSearch(tool: Json, where: string): WebSearch {
  const filters = objectOrNull(tool.filters, `${where}.filters`)
  return webSearchOf({
    allowedDomains: domainsAt(filters?.allowed_domains, `${where}.filters.allowed_domains`),
    place: placeIn(objectOrNull(tool.user_location, `${where}.user_location`)),
    contextSize: textOrNull(tool.search_context_size, `${where}.search_context_size`),
  })
}

/** What `readSearch` reads of a search, and what is settled before it does. */
const READ_OF_SEARCH: ReadonlySet<string> = new Set([
  'type',
  'external_web_access',
  'filters',
  'filters.allowed_domains',
  'user_location',
  'search_context_size',
])

/** What else a search is bound to, whatever OpenAI thinks of next, as names; that only words are searched for is so everywhere. */
function unsaidOfSearch(search: Json): string[] {
  const { filters } = search
  const told = [
    ...Object.entries(search),
    ...Object.entries(asRecord(filters)).map(([name, value]) => [`filters.${name}`, value] as const),
  ]
  return told.flatMap(([name, value]) =>
    READ_OF_SEARCH.has(name) || saysNothing(name, value) ? [] : [`web_search.${name}`],
  )
}

function saysNothing(name: string, value: unknown): boolean {
  if (name === 'search_content_types') return Array.isArray(value) && value.every((kind) => kind === 'text')
  return value === null || value === undefined || value === false
}

function readTool(tool: Json, where: string, namespace: string | null): Tool {
  const common = {
    name: nameAt(tool.name, `${where}.name`),
    namespace,
    description: textOrNull(tool.description, `${where}.description`),
    strict: flagOrNull(tool.strict, `${where}.strict`),
  }
  if (tool.type === 'custom') {
    const grammar = objectOrNull(tool.format, `${where}.format`)
    return { ...common, form: 'custom', grammar: grammar?.type === 'text' ? null : grammar }
  }
  return { ...common, form: 'function', schema: objectOrNull(tool.parameters, `${where}.parameters`) }
}

const MODES = ['none', 'auto', 'required'] as const

/** Reads `tool_choice`; null when it is not set, or chooses a hosted tool, which is `lost`. */
export function readToolChoice(choice: unknown): { toolChoice: ToolChoice | null; lost: string[] } {
  if (choice === undefined || choice === null) return { toolChoice: null, lost: [] }
  const mode = MODES.find((word) => word === choice)
  if (mode) return { toolChoice: { mode }, lost: [] }
  const chosen = objectAt(choice, 'tool_choice')
  const allowed = chosen.type === 'allowed_tools'
  if (allowed && chosen.mode !== 'auto' && chosen.mode !== 'required') {
    throw invalid('`tool_choice.mode` must be auto or required')
  }
  const names = allowed ? listAt(chosen.tools, 'tool_choice.tools').flatMap(nameOf) : nameOf(chosen)
  if (names.length === 0) return { toolChoice: null, lost: ['tool_choice'] }
  return { toolChoice: { mode: 'some', names, required: !allowed || chosen.mode === 'required' }, lost: [] }
}

function nameOf(tool: unknown): string[] {
  const { type, name } = objectAt(tool, 'tool_choice')
  return type === 'function' || type === 'custom' ? [nameAt(textOr(name, ''), 'tool_choice.name')] : []
}
