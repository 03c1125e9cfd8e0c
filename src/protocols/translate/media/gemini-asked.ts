import type { Json } from '../../../core/json.ts'
import { documentIn } from '../../body-json.ts'
import { fieldsIn } from '../../gemini-generate/proto-json.ts'
import { messagesIn } from '../../gemini-generate/read-contents.ts'
import type { ImagePart, Message } from '../conversation.ts'
import { untranslatable } from '../shape.ts'
import type { Asking } from './pair.ts'

/** A call of generateContent that asks for a picture or for sound. */
type GeminiAsked = {
  /** What the user says, in one text. */
  prompt: string
  /** What stands before it; empty when nothing does. */
  system: string
  pictures: ImagePart[]
  config: Json
  /** The fields that no other protocol has. */
  dropped: string[]
}

/** The fields of a request, and of its configuration, that are read; the rest is dropped. */
const READ = ['contents', 'systemInstruction', 'system_instruction', 'generationConfig', 'generation_config']
const OWN = ['responseModalities', 'response_modalities']

/** Reads such a call; `known` are the fields of `generationConfig` that the caller of this looks at. */
export function askedOfGemini({ incoming }: Asking, known: readonly string[]): GeminiAsked {
  const body = documentIn(incoming.body)
  const { messages, lost } = messagesIn(body)
  const config = fieldsIn(body, '').record('generationConfig') ?? {}
  const asked: GeminiAsked = { prompt: '', system: '', pictures: [], config, dropped: [...lost] }
  const said: string[] = []
  for (const message of messages) {
    if (message.role === 'system') asked.system = message.parts.map(({ text }) => text).join('\n\n')
    else if (message.role === 'user') readParts(message.parts, { said, pictures: asked.pictures })
    else throw untranslatable('a conversation of several turns')
  }
  const read = new Set([...known, ...OWN])
  asked.prompt = said.join('\n')
  asked.dropped.push(
    ...Object.keys(body).filter((key) => !READ.includes(key)),
    ...Object.keys(config).flatMap((key) => (read.has(key) ? [] : [`generationConfig.${key}`])),
  )
  return asked
}

type UserParts = Extract<Message, { role: 'user' }>['parts']

function readParts(parts: UserParts, into: { said: string[]; pictures: ImagePart[] }): void {
  for (const part of parts) {
    if (part.type === 'text') into.said.push(part.text)
    else if (part.type === 'image') into.pictures.push(part)
    else throw untranslatable(part.type === 'audio' ? 'sound' : 'a document')
  }
}
