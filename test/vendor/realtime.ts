import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocketServer } from 'ws'

/** One conversation as this vendor heard it. */
export type Heard = {
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

/** A vendor of spoken conversations that answers each `response.create` with a delta and a usage. */
export async function startRealtimeVendor() {
  const heard: Heard[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'realtime' })
  sockets.on('connection', (socket, { url = '', headers }) => {
    const own: Heard = {
      url,
      authorization: headers.authorization ?? '',
      protocol: headers['sec-websocket-protocol'] ?? '',
      frames: [],
    }
    heard.push(own)
    const say = (event: object) => socket.send(JSON.stringify(event))
    say({ type: 'session.created' })
    socket.on('message', (data: RawData, isBinary) => {
      const text = (data as Buffer).toString()
      own.frames.push({ text, isBinary })
      if (isBinary || !text.includes('response.create"')) return
      say({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } })
      say({ type: 'response.output_text.delta', response_id: 'resp_1', delta: 'hi' })
      say({ type: 'response.done', response: { id: 'resp_1', status: 'completed', usage: USAGE } })
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
