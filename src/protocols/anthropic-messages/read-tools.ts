import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { Conversation, Tool } from '../translate/conversation.ts'
import { cacheOf } from './cache-control.ts'
import { listAt, objectAt, textAt } from '../translate/shape.ts'

const WEB_SEARCH = /^web_search_\d+$/
const TOOL_SEARCH = /^tool_search_tool_/
/** What the vendor's servers would run by themselves: an answer is possible without it, and the caller is told. */
const HOSTED = /^(?:web_fetch|code_execution|advisor)_\d+$/

/**
 * The tools on offer now. One with `defer_loading` is offered once something refers to it (wire.md §0.18), or at once when the
 * vendor's own tool search was to find it; messages may add tools and take them away.
 */
export function readTools(body: Json): Pick<Conversation, 'tools' | 'webSearch' | 'lost'> {
  const definitions = listAt(body.tools, 'tools').map((tool, i) => objectAt(tool, `tools[${i}]`))
  const searched = definitions.some(({ type }) => TOOL_SEARCH.test(textOr(type, '')))
  const tools = new Map<string, Tool>()
  const offered = new Set<string>()
  const lost: string[] = []
  let webSearch: boolean | null = null
  const define = (definition: Json, at: string, now: boolean) => {
    const type = textOr(definition.type, 'custom')
    if (WEB_SEARCH.test(type)) webSearch = true
    else if (HOSTED.test(type)) lost.push(`tools.${type}`)
    else if (!TOOL_SEARCH.test(type)) {
      const tool = readTool(definition, type, at)
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
  return { tools: now, webSearch, ...(lost.length > 0 && { lost }) }
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

function* blocksOf(messages: unknown): Generator<Json> {
  for (const message of Array.isArray(messages) ? messages : []) {
    const { content } = asRecord(message)
    for (const block of Array.isArray(content) ? content : []) yield asRecord(block)
  }
}
