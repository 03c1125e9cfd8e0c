import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { Conversation, Tool, WebSearch } from '../translate/conversation.ts'
import { cacheOf } from './cache-control.ts'
import { listAt, numberOrNull, objectAt, textAt } from '../translate/shape.ts'
import { domainsAt, placeIn, webSearchOf } from '../translate/web-search.ts'

const WEB_SEARCH = /^web_search_\d+$/
const TOOL_SEARCH = /^tool_search_tool_/
/** What the vendor's servers would run by themselves: an answer is possible without it, and the caller is told. */
const HOSTED = /^(?:web_fetch|code_execution|advisor)_\d+$/

/** What is said of a tool that no other protocol has a place for: what it is called with, and by whom. */
const UNSAID = ['input_examples', 'allowed_callers']

/**
 * The tools on offer now. One with `defer_loading` is offered once something refers to it (wire.md §0.18), or at once when the
 * vendor's own tool search was to find it; messages may add tools and take them away.
 */
export function readTools(body: Json): Pick<Conversation, 'tools' | 'webSearch' | 'lost'> {
  const definitions = listAt(body.tools, 'tools').map((tool, i) => objectAt(tool, `tools[${i}]`))
  const searched = definitions.some(({ type }) => TOOL_SEARCH.test(textOr(type, '')))
  const tools = new Map<string, Tool>()
  const offered = new Set<string>()
  const lost = new Set<string>()
  let webSearch: WebSearch | null = null
  const define = (definition: Json, at: string, now: boolean) => {
    const type = textOr(definition.type, 'custom')
    if (WEB_SEARCH.test(type)) webSearch = readSearch(definition, at)
    else if (HOSTED.test(type)) lost.add(`tools.${type}`)
    else if (!TOOL_SEARCH.test(type)) {
      const tool = readTool(definition, type, at)
      for (const name of UNSAID) if (Array.isArray(definition[name])) lost.add(`tools.${name}`)
      tools.set(tool.name, tool)
      if (now) offered.add(tool.name)
    }
  }
  definitions.forEach((one, i) => define(one, `tools[${i}]`, searched || one.defer_loading !== true))
  for (const { name, definition, removed } of changesIn(body.messages)) {
    if (definition) define(definition, 'tool_addition', true)
    else if (removed) offered.delete(name)
    else offered.add(name)
  }
  const now = [...tools.values()].filter(({ name }) => offered.has(name))
  return { tools: now, webSearch, ...(lost.size > 0 && { lost: [...lost] }) }
}

function readSearch(definition: Json, at: string): WebSearch {
  return webSearchOf({
    allowedDomains: domainsAt(definition.allowed_domains, `${at}.allowed_domains`),
    blockedDomains: domainsAt(definition.blocked_domains, `${at}.blocked_domains`),
    place: placeIn(asRecord(definition.user_location)),
    maxUses: numberOrNull(definition.max_uses, `${at}.max_uses`),
  })
}

function readTool(definition: Json, type: string, at: string): Tool {
  // The form of other types is known to the vendor's own models alone.
  if (type !== 'custom') throw new GatewayError('not_translatable', { what: `the tool \`${type}\`` })
  return {
    name: textAt(definition.name, `${at}.name`),
    namespace: null,
    description: typeof definition.description === 'string' ? definition.description : null,
    strict: typeof definition.strict === 'boolean' ? definition.strict : null,
    form: 'function',
    schema: definition.input_schema ? objectAt(definition.input_schema, `${at}.input_schema`) : null,
    ...cacheOf(definition),
  }
}

type Change = { name: string; definition?: Json; removed: boolean }

/** What messages say of tools: system messages add and remove them, and a tool that finds tools refers to them. */
function* changesIn(messages: unknown): Generator<Change> {
  for (const block of blocksOf(messages)) {
    if (block.type === 'tool_reference') yield { name: textOr(block.tool_name, ''), removed: false }
    else if (block.type === 'tool_result') yield* changesIn([block])
    else if (block.type === 'tool_addition' || block.type === 'tool_removal') {
      const tool = asRecord(block.tool)
      const definition = tool.type === 'tool_definition' ? { definition: asRecord(tool.definition) } : {}
      yield { name: textOr(tool.name, ''), removed: block.type === 'tool_removal', ...definition }
    }
  }
}

/** Whether an answer is to say which words of a document it rests on. */
export function asksToCite(messages: unknown): boolean {
  return blocksOf(messages).some(({ citations }) => asRecord(citations).enabled === true)
}

function* blocksOf(messages: unknown): Generator<Json> {
  for (const message of Array.isArray(messages) ? messages : []) {
    const { content } = asRecord(message)
    for (const block of Array.isArray(content) ? content : []) yield asRecord(block)
  }
}
