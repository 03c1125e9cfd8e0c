import { parseJson } from '../../src/core/json.ts'
import { openaiChat } from '../../src/demo/openai-chat.ts'
import { answerOf } from '../vendor/scripts.ts'
import { FORMS, isTypedError, splitAnswer } from './forms.ts'
import type { RawAnswer } from './raw-upstream.ts'

/** What is asked for, by the shape of what comes. */
type Shape = 'document' | 'events' | 'sound'

/** What a caller has heard; `broken`: the connection ended before the answer did. */
export type Heard = { status: number; bytes: Buffer; broken: boolean }

const asked = openaiChat.read(FORMS.chat.body('m', true), {}, '')
const answerWith = (text: readonly string[]) =>
  answerOf({ text, usage: { input: 7, output: 2 } }, asked, { id: '1', credential: '' })
const documentOf = (text: readonly string[]) => Buffer.from(openaiChat.whole(answerWith(text)))
const eventsOf = (text: readonly string[]) =>
  [...openaiChat.events(answerWith(text), asked)].map((event) => Buffer.from(event))

const DOCUMENT = documentOf(['你', '好 🙂'])
const EVENTS = eventsOf(['你', '好 🙂'])
/** No byte of it comes twice, so that what is missing is seen. */
const SOUND = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
const REFUSAL = Buffer.from('{"error":{"message":"No such voice.","type":"invalid_request_error","code":null}}')

const JSON_TYPE = 'application/json'
const EVENT_TYPE = 'text/event-stream'
const SOUND_TYPE = 'audio/mpeg'

const head = (type: string, fields: string, status = '200 OK') =>
  Buffer.from(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${fields}\r\n`)
const sized = (type: string, body: Buffer, status?: string): RawAnswer => ({
  bytes: Buffer.concat([head(type, `content-length: ${body.length}\r\n`, status), body]),
})
const chunked = (type: string, pieces: readonly Buffer[]): RawAnswer => ({
  bytes: Buffer.concat([
    head(type, 'transfer-encoding: chunked\r\ntrailer: x-sum\r\n'),
    ...pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)};n="1"\r\n`), piece, Buffer.from('\r\n')]),
    Buffer.from('0\r\nx-sum: 1\r\n\r\n'),
  ]),
})
const closing = (type: string, pieces: readonly Buffer[]): RawAnswer => ({
  bytes: Buffer.concat([head(type, ''), ...pieces]),
  closes: true,
})
const inPieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))

/** Answers of every framing; each but those that last as long as their connection leaves it to the next. */
export const ANSWERS = {
  'a sized document': { shape: 'document', raw: sized(JSON_TYPE, DOCUMENT) },
  'a document in chunks': { shape: 'document', raw: chunked(JSON_TYPE, inPieces(DOCUMENT, 97)) },
  'a document up to the end': { shape: 'document', raw: closing(JSON_TYPE, [DOCUMENT]) },
  'events in chunks': { shape: 'events', raw: chunked(EVENT_TYPE, EVENTS) },
  'events across chunks': { shape: 'events', raw: chunked(EVENT_TYPE, inPieces(Buffer.concat(EVENTS), 101)) },
  'events up to the end': { shape: 'events', raw: closing(EVENT_TYPE, EVENTS) },
  'sized sound': { shape: 'sound', raw: sized(SOUND_TYPE, SOUND) },
  'sound in chunks': { shape: 'sound', raw: chunked(SOUND_TYPE, inPieces(SOUND, 50)) },
  'a refusal': { shape: 'document', raw: sized(JSON_TYPE, REFUSAL, '400 Bad Request') },
} as const satisfies Record<string, { shape: Shape; raw: RawAnswer }>

export type AnswerName = keyof typeof ANSWERS
export const ANSWER_NAMES = Object.keys(ANSWERS) as AnswerName[]

/** What another upstream says to the same. */
export const OTHERS = {
  document: sized(JSON_TYPE, documentOf(['other'])),
  events: chunked(EVENT_TYPE, eventsOf(['oth', 'er'])),
}

/** The upstreams whose words somebody has heard. */
export function heardOf(bytes: Buffer): { first: boolean; other: boolean } {
  return { first: bytes.includes('你'), other: bytes.includes('oth') }
}

const BODIES: Readonly<Record<Shape, Buffer>> = { document: DOCUMENT, events: Buffer.concat(EVENTS), sound: SOUND }

/** All has been said, whatever may follow it. */
const FINISHED = '"finish_reason":"stop"'

/** Whether a caller has heard all of an answer, as far as they can tell. */
export function isWhole(shape: Shape, { status, bytes, broken }: Heard): boolean {
  if (status !== 200 || broken) return false
  if (shape === 'events') return bytes.includes(FINISHED)
  return shape === 'document' ? parseJson(bytes.toString()) !== undefined : bytes.equals(SOUND)
}

/** What is wrong with what a caller has heard of an answer that may have been cut: a part of it must not pass for all of it. */
export function faultOf(shape: Shape, heard: Heard): string {
  const { status, bytes, broken } = heard
  const text = bytes.toString()
  if (status !== 200)
    return !broken && parseJson(text) !== undefined && isTypedError('chat', text) ? '' : 'no error of the dialect'
  if (shape !== 'events') {
    if (!BODIES[shape].subarray(0, bytes.length).equals(bytes)) return 'other bytes'
    return broken || isWhole(shape, heard) ? '' : 'a part passed for all of it'
  }
  const { forwarded, failed } = splitAnswer('chat', text)
  if (broken) return 'a stream without a word of its end'
  if (!BODIES.events.toString().startsWith(forwarded)) return 'other bytes'
  // What comes behind the last word goes on as it came.
  if (!forwarded.includes(FINISHED) && !text.endsWith('\n\n')) return 'half an event'
  if (failed === forwarded.includes(FINISHED)) return failed ? 'a failure after the end' : 'a part passed for all of it'
  return ''
}
