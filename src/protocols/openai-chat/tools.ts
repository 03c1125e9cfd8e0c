import { asRecord, type Json } from '../../core/json.ts'
import { parametersFor } from '../openai-parameters.ts'
import { chosenTools } from '../translate/chosen-tools.ts'
import type { Conversation, Tool, ToolChoice } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { invalid, textAt } from '../translate/shape.ts'
import { cacheOf } from './read-parts.ts'

/** The tools on offer; hosted ones, which no other vendor runs, are left out and named in `lost`. */
export function readTools(tools: unknown, lost: Set<string>): Tool[] {
  if (tools === null || tools === undefined) return []
  if (!Array.isArray(tools)) throw invalid('`tools` must be a list')
  return tools.flatMap((each, i) => {
    const tool = asRecord(each)
    const at = `tools[${i}]`
    // Cursor lists tools of Responses among others, whose fields stand beside the type.
    if (tool.type === 'function') return [{ ...readFunction(asRecord(tool.function ?? tool), at), ...cacheOf(tool) }]
    if (tool.type === 'custom') return [readCustom(asRecord(tool.custom ?? tool), at)]
    lost.add(`tools.${textAt(tool.type, `${at}.type`)}`)
    return []
  })
}

function readFunction({ name, description, parameters, strict }: Json, at: string): Tool {
  return {
    form: 'function',
    name: textAt(name, `${at}.function.name`),
    namespace: null,
    description: typeof description === 'string' ? description : null,
    strict: typeof strict === 'boolean' ? strict : null,
    schema: parameters === null || parameters === undefined ? null : asRecord(parameters),
  }
}

function readCustom({ name, description, format }: Json, at: string): Tool {
  const { type, grammar, ...flat } = asRecord(format)
  return {
    form: 'custom',
    name: textAt(name, `${at}.custom.name`),
    namespace: null,
    description: typeof description === 'string' ? description : null,
    strict: null,
    // The neutral form is that of Responses, where syntax and definition stand beside the type.
    grammar: type === 'grammar' ? { type, ...flat, ...asRecord(grammar) } : null,
  }
}

/** The words for a choice; `any` is Mistral's for what is required, `validated` Gemini's, which Copilot CLI says to Gemini's models in chat, too. */
const MODES: ReadonlyMap<unknown, 'none' | 'auto' | 'required'> = new Map([
  ['none', 'none'],
  ['auto', 'auto'],
  ['validated', 'auto'],
  ['required', 'required'],
  ['any', 'required'],
])

/** How a request wants its tools called; null: it does not say. `body_invalid` for what is no choice. */
export function readToolChoice(choice: unknown): ToolChoice | null {
  if (choice === null || choice === undefined) return null
  const mode = MODES.get(choice)
  if (mode) return { mode }
  const { type, function: named, custom, allowed_tools: allowed } = asRecord(choice)
  if (type === 'function' || type === 'custom') {
    const { name } = asRecord(type === 'custom' ? custom : named)
    return { mode: 'some', names: [textAt(name, `tool_choice.${type}.name`)], required: true }
  }
  const { mode: how, tools } = asRecord(allowed)
  if (type !== 'allowed_tools' || !Array.isArray(tools)) throw invalid('`tool_choice` is unknown')
  const names = tools.map(asRecord).map((tool) => asRecord(tool.function ?? tool.custom).name)
  return {
    mode: 'some',
    names: names.map((name, i) => textAt(name, `tool_choice.allowed_tools.tools[${i}]`)),
    required: how === 'required',
  }
}

type Asked = Pick<Conversation, 'tools' | 'toolChoice' | 'parallelTools'>

/** The fields about tools. Without tools there are none of them: several vendors refuse a choice among nothing (wire.md §3.7.22). */
export function writeTools({ tools, toolChoice, parallelTools }: Asked, quirks: Quirks): Json {
  if (tools.length === 0) return {}
  const some = toolChoice?.mode === 'some' ? new Set(toolChoice.names) : null
  // A choice of several is a word of OpenAI's own; to the others the rest is not offered.
  const offered = some && quirks.plainFields ? tools.filter(({ name }) => some.has(name)) : tools
  return {
    tools: offered.map((tool) => writeTool(tool, quirks)),
    tool_choice: toolChoice ? writeChoice(toolChoice, tools, quirks) : undefined,
    parallel_tool_calls: parallelTools ?? undefined,
  }
}

function writeTool(tool: Tool, { plainFields }: Quirks): Json {
  const { name, description } = tool
  const described = description === null ? { name } : { name, description }
  if (tool.form === 'custom') {
    const { type, ...grammar } = asRecord(tool.grammar)
    return { type: 'custom', custom: tool.grammar ? { ...described, format: { type, grammar } } : described }
  }
  const strict = tool.strict === null || plainFields ? {} : { strict: tool.strict }
  return { type: 'function', function: { ...described, parameters: parametersFor(tool.schema ?? {}), ...strict } }
}

function writeChoice(choice: ToolChoice, tools: readonly Tool[], { plainFields }: Quirks): unknown {
  if (choice.mode !== 'some') return choice.mode
  const named = chosenTools(choice.names, tools).map(({ name, form }) => ({ type: form, [form]: { name } }))
  if (choice.required && named.length === 1) return named[0]
  const mode = choice.required ? 'required' : 'auto'
  return plainFields ? mode : { type: 'allowed_tools', allowed_tools: { mode, tools: named } }
}
