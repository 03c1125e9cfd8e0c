import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocketServer } from 'ws'

/** One conversation as this vendor heard it. */
type Heard = {
  url: string
  authorization: string
  protocol: string
  frames: { text: string; isBinary: boolean }[]
}

const USAGE = {
  input_tokens: 100,
  output_tokens: 50,
  input_token_details: { text_tokens: 40, audio_tokens: 60, cached_tokens: 0 },
  output_token_details: { text_tokens: 20, audio_tokens: 30 },
}

const HEARD = { type: 'tokens', input_tokens: 100, input_token_details: { audio_tokens: 100 }, output_tokens: 20 }

/** The answer with this in its request goes on until it is cancelled. */
export const ENDLESS = '"endless"'

/** The answer with this in its request fails, with words that quote the request and the credential. */
export const FAILING = '"failing"'

/** What is said with this in it is answered unasked, as by vendors that hear when somebody has spoken, until it is cancelled. */
export const SPOKEN = 'SPOKEN00'

/** A vendor of spoken conversations that answers each `response.create` with a delta and a usage, and what is said with a transcript. */
export async function startRealtimeVendor() {
  const heard: Heard[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server, handleProtocols: () => false })
  sockets.on('connection', (socket, { url = '', headers }) => {
    const own: Heard = {
      url,
      authorization: headers.authorization ?? '',
      protocol: headers['sec-websocket-protocol'] ?? '',
      frames: [],
    }
    heard.push(own)
    const say = (event: object) => socket.send(JSON.stringify(event))
    let answers = 0
    const id = () => `resp_${answers}`
    say({ type: 'session.created', session: { audio: { input: { transcription: { model: 'asr' } } } } })
    socket.on('message', (data: RawData, isBinary) => {
      const text = (data as Buffer).toString()
      own.frames.push({ text, isBinary })
      if (isBinary) return
      if (text.includes('input_audio_buffer.commit'))
        say({ type: 'conversation.item.input_audio_transcription.completed', item_id: 'item_1', usage: HEARD })
      if (text.includes('response.cancel'))
        say({ type: 'response.done', response: { id: id(), status: 'cancelled', usage: USAGE } })
      if (!text.includes('response.create"') && !text.includes(SPOKEN)) return
      answers += 1
      say({ type: 'response.created', response: { id: id(), status: 'in_progress' } })
      say({ type: 'response.output_text.delta', response_id: id(), delta: 'hi' })
      if (text.includes(ENDLESS) || text.includes(SPOKEN)) return
      if (text.includes(FAILING)) {
        const error = { type: 'server_error', code: 'server_error', message: `${own.authorization} ${text}` }
        say({
          type: 'response.done',
          response: { id: id(), status: 'failed', status_details: { error }, usage: USAGE },
        })
        return
      }
      say({ type: 'response.done', response: { id: id(), status: 'completed', usage: USAGE } })
    })
  })
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
