import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A caller who holds the socket itself, to read as slowly as they like and to say what no library would. */
export async function openSocket(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** A request for a chat stream, as it goes over the wire. */
export function chatRequest(key: string, { model = 'm', stream = true } = {}): string {
  const body = JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hi' }] })
  return `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** All a socket says until it closes. */
export async function saidBy(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  socket.on('data', (bytes) => parts.push(Buffer.from(bytes)))
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(parts).toString()
}
