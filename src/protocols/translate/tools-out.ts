import { digest } from '../digest.ts'
import type { CallPart, Conversation, Message, Tool, ToolChoice, ToolResult } from './conversation.ts'

/** What a tool is called upstream, and which one of the caller's it stands for. */
export type ToolNames = ReadonlyMap<string, Pick<Tool, 'name' | 'namespace' | 'form'>>

type Named = Pick<Tool, 'name' | 'namespace'>

/** Every vendor takes these (wire.md §3.7.20); MCP servers name tools with dots, and at any length. */
const SAFE = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/

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
/** Where custom tools are known too, tools stay what they are. */
const AS_THEY_ARE: Wording = {
  tool: (tool, name) => ({ ...tool, name, namespace: null }),
  call: (one) => one,
  result: (one) => one,
}

/**
 * The conversation with every tool under a name that any vendor takes and in a form that this one knows (`customTools`: all);
 * `names` leads back.
 */
export function flattenTools(
  conversation: Conversation,
  customTools: boolean,
): { conversation: Conversation; names: ToolNames } {
  const say = customTools ? AS_THEY_ARE : AS_FUNCTIONS
  const names = new Map<string, Pick<Tool, 'name' | 'namespace' | 'form'>>()
  const tools = conversation.tools.map((tool) => {
    const name = flatName(tool)
    const told = say.tool(tool, name)
    const { form, namespace } = tool
    if (name !== tool.name || form !== told.form) names.set(name, { name: tool.name, namespace, form })
    return told
  })
  const plain = new Map(conversation.tools.map((tool) => [tool.name, flatName(tool)]))
  return {
    conversation: {
      ...conversation,
      tools,
      toolChoice: flatChoice(conversation.toolChoice, plain),
      messages: conversation.messages.map((message) => flatMessage(message, say)),
    },
    names,
  }
}

function asFunction(tool: Tool, name: string): Tool {
  const { cache } = tool
  const common = { name, namespace: null, ...(cache && { cache }) }
  if (tool.form === 'function')
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

function flatMessage(message: Message, say: Wording): Message {
  if (message.role === 'tool')
    return { ...message, results: message.results.map((one) => say.result({ ...one, name: flatResultName(one) })) }
  if (message.role !== 'assistant') return message
  const flat = (part: CallPart) => say.call({ ...part, name: flatName(part), namespace: null })
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
