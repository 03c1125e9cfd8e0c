import { asRecord, isRecord, type Json, parseExactly } from '../../core/json.ts'
import { digest } from '../digest.ts'
import type { CallPart, Conversation, Message, Tool, ToolChoice, ToolResult } from './conversation.ts'
import { plainTop } from './plain-top.ts'

/** What a tool is called upstream, and which one of the caller's it stands for; `keys` are its parameters that have other names there. */
export type ToolNames = ReadonlyMap<string, Own>
type Own = Pick<Tool, 'name' | 'namespace' | 'form'> & { keys?: Keys }

/** Names of parameters: those they have there by their own, and back. */
type Keys = { there: ReadonlyMap<string, string>; back: ReadonlyMap<string, string> }

type Named = Pick<Tool, 'name' | 'namespace'>

/** Every vendor takes these (wire.md §3.7.20); MCP servers name tools with dots, and at any length. */
const SAFE = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/

/** Claude takes these as names of what a tool is given, and refuses every request that offers a tool with another at the top of its schema. */
const SAFE_KEY = /^[a-zA-Z0-9_.-]{1,64}$/

/** How a custom tool, which takes plain text, is offered as a function. */
const WRAPPED = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/** How tools are put into another protocol's words. */
type Wording = {
  tool(tool: Tool, name: string): Tool
  call(part: CallPart): CallPart
  result(result: ToolResult): ToolResult
}

/** Every tool becomes a function: plain text is wrapped as `{"input": …}`, a namespace stands in the name. */
const AS_FUNCTIONS: Wording = {
  tool: asFunction,
  call: asFunctionCall,
  result: (one) => ({ ...one, form: 'function' }),
}
/** Where custom tools are known too, tools stay what they are; a search among tools of the caller's is a function there as well. */
const AS_THEY_ARE: Wording = {
  tool: (tool, name) => (tool.form === 'search' ? asFunction(tool, name) : { ...tool, name, namespace: null }),
  call: (one) => (one.form === 'search' ? asFunctionCall(one) : one),
  result: (one) => (one.form === 'search' ? { ...one, form: 'function' } : one),
}

/**
 * The conversation with every tool under a name that any vendor takes and in a form that this one knows (`customTools`: all);
 * `names` leads back. Where a vendor is particular about the names of parameters (`plainKeys`), they are changed and led back too.
 */
export function flattenTools(
  conversation: Conversation,
  customTools: boolean,
  plainKeys = false,
): { conversation: Conversation; names: ToolNames } {
  const say = customTools ? AS_THEY_ARE : AS_FUNCTIONS
  const names = new Map<string, Own>()
  const tools = conversation.tools.map((tool) => {
    const name = flatName(tool)
    const told = say.tool(tool, name)
    const plain = plainKeys ? withPlainKeys(told) : null
    const { form, namespace } = tool
    if (name !== tool.name || form !== told.form || plain)
      names.set(name, { name: tool.name, namespace, form, ...(plain && { keys: plain.keys }) })
    return plain?.tool ?? told
  })
  const plain = new Map(conversation.tools.map((tool) => [tool.name, flatName(tool)]))
  return {
    conversation: {
      ...conversation,
      tools,
      toolChoice: flatChoice(conversation.toolChoice, plain),
      messages: conversation.messages.map((message) => flatMessage(message, say, names)),
    },
    names,
  }
}

function asFunction(tool: Tool, name: string): Tool {
  const { cache } = tool
  const common = { name, namespace: null, ...(cache && { cache }) }
  if (tool.form !== 'custom')
    return { ...common, form: 'function', description: tool.description, strict: tool.strict, schema: tool.schema }
  const grammar = tool.grammar ? `The input follows this format: ${JSON.stringify(tool.grammar)}` : null
  const description = [tool.description, grammar].filter((text) => text !== null).join('\n\n')
  return { ...common, form: 'function', description: description || null, strict: null, schema: WRAPPED }
}

function asFunctionCall(part: CallPart): CallPart {
  const input = part.form === 'custom' ? JSON.stringify({ input: part.input }) : part.input
  return { ...part, form: 'function', input }
}

function flatChoice(choice: ToolChoice | null, plain: ReadonlyMap<string, string>): ToolChoice | null {
  if (choice?.mode !== 'some') return choice
  return { ...choice, names: choice.names.map((name) => plain.get(name) ?? flatName({ name, namespace: null })) }
}

function flatMessage(message: Message, say: Wording, names: ToolNames): Message {
  if (message.role === 'tool')
    return { ...message, results: message.results.map((one) => say.result({ ...one, name: flatResultName(one) })) }
  if (message.role !== 'assistant') return message
  const flat = (part: CallPart) => {
    const name = flatName(part)
    const keys = names.get(name)?.keys
    const input = keys ? withKeys(part.input, keys.there) : part.input
    return say.call({ ...part, name, namespace: null, input })
  }
  return { ...message, parts: message.parts.map((part) => (part.type === 'call' ? flat(part) : part)) }
}

function flatResultName({ name }: ToolResult): string | null {
  return name === null ? null : flatName({ name, namespace: null })
}

/** A name that says where a tool comes from; one that no vendor would take is cut and told apart by a digest of it. */
export function flatName({ name, namespace }: Named): string {
  const whole = namespace === null ? name : `${namespace}__${name}`
  if (SAFE.test(whole)) return whole
  const safe = whole.replaceAll(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_')
  return `${safe.slice(0, 55)}_${digest(whole)}`
}

/** The tool with parameters under names that any vendor takes; null when they are such already. */
function withPlainKeys(tool: Tool): { tool: Tool; keys: Keys } | null {
  if (tool.form !== 'function' || !tool.schema) return null
  const schema = plainTop(tool.schema)
  const properties = Object.entries(asRecord(schema.properties))
  const other = properties.flatMap(([own]) => (SAFE_KEY.test(own) ? [] : [own]))
  if (other.length === 0) return null
  const there = new Map(
    other.map((own) => [own, `${own.replaceAll(/[^a-zA-Z0-9_.-]/g, '_').slice(0, 55)}_${digest(own)}`]),
  )
  const plain = (key: unknown) => (typeof key === 'string' && there.get(key)) || key
  const told: Json = {
    ...schema,
    properties: Object.fromEntries(properties.map(([key, value]) => [plain(key), value])),
    ...(Array.isArray(schema.required) && { required: schema.required.map(plain) }),
  }
  return { tool: { ...tool, schema: told }, keys: { there, back: new Map([...there].map(([own, key]) => [key, own])) } }
}

/** Arguments with other names at their top; what is no object stays. */
export function withKeys(input: string, keys: ReadonlyMap<string, string>): string {
  const args = parseExactly(input)
  if (!isRecord(args)) return input
  return JSON.stringify(Object.fromEntries(Object.entries(args).map(([key, value]) => [keys.get(key) ?? key, value])))
}
