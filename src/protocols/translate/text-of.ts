import type { Conversation, Message, Tool, ToolResult } from './conversation.ts'

type Part = Exclude<Message, { role: 'tool' }>['parts'][number] | ToolResult['parts'][number]

/**
 * Everything of a request that a model reads as text, for counting its tokens where the vendor does not: messages, calls and
 * what they gave, and the tools on offer. Pictures, sound and PDFs have none.
 */
export function textOfRequest({ messages, tools, format }: Conversation): string {
  const schema = format?.type === 'schema' ? [JSON.stringify(format.schema)] : []
  return [...tools.map(textOfTool), ...schema, ...messages.flatMap(textsOfMessage)]
    .filter((text) => text !== '')
    .join('\n')
}

/** The pictures, sounds and documents of a request that are no text. */
export function mediaOfRequest({ messages }: Conversation): number {
  const parts = messages.flatMap((message): Part[] =>
    message.role === 'tool' ? message.results.flatMap((result) => result.parts) : message.parts,
  )
  return parts.filter(isMedia).length
}

function isMedia(part: Part): boolean {
  if (part.type === 'document') return !isText(part)
  return part.type === 'image' || part.type === 'audio'
}

function isText({ source }: Extract<Part, { type: 'document' }>): boolean {
  return source.kind === 'data' && source.mime.startsWith('text/')
}

function textOfTool(tool: Tool): string {
  const form = tool.form === 'custom' ? tool.grammar : tool.schema
  return [tool.namespace, tool.name, tool.description, form && JSON.stringify(form)].filter(Boolean).join('\n')
}

function textsOfMessage(message: Message): string[] {
  if (message.role === 'tool') return message.results.flatMap(({ parts }) => parts.map(textOfPart))
  return message.parts.map(textOfPart)
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text
    case 'thinking':
      return part.text ?? ''
    case 'call':
      return `${part.name}\n${part.input}`
    case 'document':
      return isText(part) && part.source.kind === 'data'
        ? Buffer.from(part.source.base64, 'base64').toString('utf8')
        : ''
    case 'image':
    case 'audio':
      return ''
    default:
      return part satisfies never
  }
}
