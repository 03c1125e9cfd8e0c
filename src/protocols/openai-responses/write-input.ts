import type { Json } from '../../core/json.ts'
import { openaiFileName } from '../openai-file-name.ts'
import { shortened } from '../shortened.ts'
import type {
  AudioPart,
  CallPart,
  DocumentPart,
  ImagePart,
  Message,
  ResultPart,
  Source,
  TextPart,
  ThinkingPart,
  ToolResult,
} from '../translate/conversation.ts'
import { told, untranslatable } from '../translate/shape.ts'

type AssistantParts = Extract<Message, { role: 'assistant' }>['parts']

/** The items for messages, whose thoughts are those that may go back; what a developer says in the middle keeps its place. */
export function writeInput(messages: readonly Message[], systemRole: 'developer' | 'system'): Json[] {
  return messages.flatMap((message) => {
    switch (message.role) {
      case 'system':
        return said(systemRole, message.parts.flatMap(writePart))
      case 'user':
        return said('user', message.parts.flatMap(writePart))
      case 'assistant':
        return answerItems(message.parts)
      case 'tool':
        return message.results.map(resultItem)
      default:
        return message satisfies never
    }
  })
}

function said(role: string, content: Json[]): Json[] {
  return content.length > 0 ? [{ type: 'message', role, content }] : []
}

/** Words that follow one another are one message; everything else is an item of its own. */
function answerItems(parts: AssistantParts): Json[] {
  const items: Json[] = []
  let words: Json[] = []
  const flush = () => {
    items.push(...said('assistant', words))
    words = []
  }
  for (const [i, part] of parts.entries()) {
    if (part.type === 'text') {
      if (part.text !== '') words.push({ type: 'output_text', text: part.text })
    } else if (part.type === 'refusal') words.push({ type: 'refusal', refusal: part.text })
    else {
      flush()
      items.push(...otherItem(part, i))
    }
  }
  flush()
  return items
}

function otherItem(part: ThinkingPart | CallPart | ImagePart, i: number): Json[] {
  switch (part.type) {
    case 'thinking':
      return [thoughtItem(part)]
    case 'call':
      return [callItem(part)]
    case 'image':
      return [imageItem(part, i)]
    default:
      return part satisfies never
  }
}

/**
 * Thoughts go back as the vendor encrypted them, without the id it gave them: it would look for that among what it keeps. Those
 * that nobody signed are plain words.
 */
function thoughtItem({ text, signature }: ThinkingPart): Json {
  if (!signature) return { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text }] }
  const summary = text === null ? [] : [{ type: 'summary_text', text }]
  return { type: 'reasoning', summary, encrypted_content: signature.value }
}

/** OpenAI takes no longer ones (`string_above_max_length`). */
const LONGEST_CALL_ID = 64

/** The id of a call, the same for its result. */
function callIdOf(id: string): string {
  return shortened(id, LONGEST_CALL_ID)
}

function callItem({ id, name, namespace, form, input }: CallPart): Json {
  const common = { call_id: callIdOf(id), ...(namespace !== null && { namespace }), name }
  return form === 'custom'
    ? { type: 'custom_tool_call', ...common, input }
    : { type: 'function_call', ...common, arguments: input || '{}' }
}

function imageItem({ source }: ImagePart, i: number): Json {
  if (source.kind !== 'data') throw untranslatable('a picture in an answer that is not sent along')
  return { type: 'image_generation_call', id: `ig_${i}`, status: 'completed', result: source.base64 }
}

function resultItem({ callId, form, parts }: ToolResult): Json {
  const [only] = parts
  const output = parts.length <= 1 && (!only || only.type === 'text') ? (only?.text ?? '') : parts.flatMap(writePart)
  return {
    type: form === 'custom' ? 'custom_tool_call_output' : 'function_call_output',
    call_id: callIdOf(callId),
    output,
  }
}

/**
 * A part of what is said to the model. Where the cached beginning ends is not marked: models before gpt-5.6 refuse the mark,
 * and all of them find it by themselves (wire.md §3.1).
 */
function writePart(part: ResultPart | AudioPart): Json[] {
  switch (part.type) {
    case 'text':
      return textPart(part)
    case 'image':
      return [told({ type: 'input_image', ...imageSource(part.source), detail: part.detail })]
    case 'document':
      return [{ type: 'input_file', ...fileSource(part) }]
    case 'audio':
      throw untranslatable('audio')
    default:
      return part satisfies never
  }
}

function textPart({ text }: TextPart): Json[] {
  return text === '' ? [] : [{ type: 'input_text', text }]
}

function imageSource(source: Source): Json {
  if (source.kind === 'file') return { file_id: source.id }
  return { image_url: source.kind === 'url' ? source.url : dataUrl(source) }
}

function fileSource({ source, name }: DocumentPart): Json {
  if (source.kind === 'file') return { file_id: source.id }
  if (source.kind === 'url') return { file_url: source.url }
  return { filename: openaiFileName(name, source.mime), file_data: dataUrl(source) }
}

function dataUrl({ mime, base64 }: Extract<Source, { kind: 'data' }>): string {
  return `data:${mime};base64,${base64}`
}
