import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'

type Session = {
  model?: string
  audio?: { input?: { transcription?: { model?: string } | null } }
  input_audio_transcription?: { model?: string }
}

/** One session as this vendor heard it. */
type Heard = { url: string; frames: string[] }

/** Sound that this vendor does something with other than to write down. */
export const SOUND = {
  plain: 'AAAA',
  /** Words come, and no end to them. */
  endless: 'ENDLESSS',
  /** It cannot be written down. */
  noise: 'NOISEEEE',
  /** Words come with the sound, and their end when they are committed. */
  live: 'LIVELIVE',
  /** Words come, and the session is over. */
  last: 'LASTLAST',
} as const

/** The session of who says more than this at once is over with the words of it. */
const LONG = 500_000

/** What is told of a transcript by a model that is sold by the token, and by one that is sold by time (`timed…`). */
const TOKENS = { type: 'tokens', input_tokens: 100, input_token_details: { audio_tokens: 90 }, output_tokens: 20 }
const DURATION = { type: 'duration', seconds: 2.4 }

const EVENTS = 'conversation.item.input_audio_transcription'

/** A vendor of sessions that write down what is said in them, with an answer to each `response.create` where they also talk. */
export async function startTranscriber() {
  const heard: Heard[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server, handleProtocols: () => false })
  sockets.on('connection', (socket, { url = '' }) => serve(socket, url, heard))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate()
      server.close()
    },
  }
}

function serve(socket: WebSocket, url: string, heard: Heard[]): void {
  const own: Heard = { url, frames: [] }
  heard.push(own)
  let session: Session = {}
  let sound = ''
  let items = 0
  const say = (type: string, facts: object) => socket.send(JSON.stringify({ type, ...facts }))
  const of = () => ({ item_id: `item_${items}`, content_index: 0 })
  const modelOf = ({ audio, input_audio_transcription: older }: Session) =>
    (audio?.input?.transcription ?? older)?.model ?? ''
  const model = new URL(url, 'http://vendor').searchParams.get('model')
  say('session.created', {
    session: model ? { type: 'realtime', model } : { type: 'transcription', id: 'sess_vendor' },
  })

  function commit(): void {
    say('input_audio_buffer.committed', of())
    if (sound === SOUND.noise) return say(`${EVENTS}.failed`, { ...of(), error: { code: 'noise', message: sound } })
    if (!sound.startsWith(SOUND.live)) say(`${EVENTS}.delta`, { ...of(), delta: 'some words' })
    if (sound === SOUND.last || sound.length > LONG) return socket.close(1000)
    if (sound === SOUND.endless) return
    const usage = modelOf(session).startsWith('timed') ? DURATION : TOKENS
    say(`${EVENTS}.completed`, { ...of(), transcript: 'some words', usage })
  }

  socket.on('message', (data: RawData) => {
    const text = (data as Buffer).toString()
    own.frames.push(text)
    const event = JSON.parse(text) as { type: string; audio?: string; session?: Session }
    if (event.type.endsWith('session.update')) {
      session = { ...session, ...event.session }
      say(`${event.type}d`, { session })
    }
    if (event.type === 'input_audio_buffer.append') {
      sound = event.audio ?? ''
      if (sound.startsWith(SOUND.live)) say(`${EVENTS}.delta`, { ...of(), delta: 'some words' })
    }
    if (event.type === 'input_audio_buffer.commit') {
      commit()
      items += 1
    }
  })
}
