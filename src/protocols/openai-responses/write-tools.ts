import type { Json } from '../../core/json.ts'
import { parametersFor } from '../openai-parameters.ts'
import { chosenTools } from '../translate/chosen-tools.ts'
import type { Conversation, Tool, ToolChoice, WebSearch } from '../translate/conversation.ts'
import { told } from '../translate/shape.ts'

/** The tools on offer and how they are chosen; nothing of it without a tool, which is refused (wire.md §3.7.22). */
export function writeTools(conversation: Conversation, plainFields: boolean): Json {
  const { tools, webSearch, toolChoice, parallelTools } = conversation
  const list = [...grouped(tools, plainFields), ...(webSearch ? [writeSearch(webSearch, plainFields)] : [])]
  if (list.length === 0) return {}
  return told({
    tools: list,
    tool_choice: toolChoice && writeChoice(toolChoice, tools),
    parallel_tool_calls: parallelTools,
  })
}

/** What of the bounds of a search can be said; to a server that is not OpenAI's, none. */
export function searchBounds(plainFields: boolean): readonly (keyof WebSearch)[] {
  return plainFields ? [] : ['allowedDomains', 'place', 'contextSize']
}

function writeSearch({ allowedDomains, place, contextSize }: WebSearch, plainFields: boolean): Json {
  const type = 'web_search'
  if (plainFields) return { type }
  return told({
    type,
    filters: allowedDomains && { allowed_domains: allowedDomains },
    user_location: place && { type: 'approximate', ...place },
    search_context_size: contextSize,
  })
}

/** The tools of a namespace stand together, where its first one stood. */
function grouped(tools: readonly Tool[], plainFields: boolean): Json[] {
  const spaces = new Map<string, Json[]>()
  const list: Json[] = []
  for (const tool of tools) {
    const written = tool.form === 'custom' ? customTool(tool) : functionTool(tool, plainFields)
    if (tool.namespace === null) {
      list.push(written)
      continue
    }
    const known = spaces.get(tool.namespace)
    const group = known ?? []
    group.push(written)
    if (known) continue
    spaces.set(tool.namespace, group)
    list.push({ type: 'namespace', name: tool.namespace, description: tool.namespace, tools: group })
  }
  return list
}

function functionTool(tool: Exclude<Tool, { form: 'custom' }>, plainFields: boolean): Json {
  return told({
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: parametersFor(tool.schema ?? {}),
    // What says nothing is strict here and nowhere else, and a schema that is not made for it would be changed.
    strict: plainFields ? null : (tool.strict ?? false),
  })
}

function customTool(tool: Extract<Tool, { form: 'custom' }>): Json {
  return told({ type: 'custom', name: tool.name, description: tool.description, format: tool.grammar })
}

function writeChoice(choice: ToolChoice, tools: readonly Tool[]): Json | string {
  if (choice.mode !== 'some') return choice.mode
  const chosen = chosenTools(choice.names, tools).map(({ name, form }) => ({ type: form, name }))
  const [only, ...others] = chosen
  if (only && others.length === 0 && choice.required) return only
  return { type: 'allowed_tools', mode: choice.required ? 'required' : 'auto', tools: chosen }
}
