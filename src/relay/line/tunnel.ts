import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { bracketed, unbracketed } from '../../core/ip.ts'
import { guardedLookup, isBlockedHost } from '../wall.ts'

/** Where a tunnel is to lead. */
type Far = { host: string; port: number }

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }
const MAX_HEAD_BYTES = 16 * 1024

/** Opens a connection through a proxy; that the proxy may stand in a private network is what its operator chose by naming it. */
export async function openTunnel(proxy: URL, far: Far, withinMs: number): Promise<Socket> {
  const socket = dial(proxy)
  const timer = setTimeout(() => socket.destroy(coded('ETIMEDOUT')), withinMs)
  try {
    await once(socket, proxy.protocol === 'https:' ? 'secureConnect' : 'connect')
    await (proxy.protocol === 'socks5:' ? greetSocks(socket, proxy, far) : greetHttp(socket, proxy, far))
    return socket
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function dial(proxy: URL): Socket {
  const host = unbracketed(proxy.hostname)
  if (isBlockedHost(host, true)) throw coded('EBLOCKEDADDRESS')
  const where = { host, port: Number(proxy.port || PORTS[proxy.protocol]), lookup: guardedLookup(true) }
  if (proxy.protocol !== 'https:') return connect(where)
  return connectTls({ ...where, ...(isIP(host) === 0 && { servername: host }) })
}

/** RFC 9110 §9.3.6: all 2xx answers to CONNECT mean that the tunnel is open. */
async function greetHttp(socket: Socket, proxy: URL, far: Far): Promise<void> {
  const place = `${bracketed(far.host)}:${far.port}`
  const { user, password } = nameIn(proxy)
  const pair = Buffer.from(`${user}:${password}`).toString('base64')
  const who = user === '' ? '' : `proxy-authorization: Basic ${pair}\r\n`
  socket.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n${who}\r\n`)
  let head = ''
  while (!head.endsWith('\r\n\r\n')) {
    head += (await bytes(socket, 1)).toString('latin1')
    if (head.length > MAX_HEAD_BYTES) throw refused()
  }
  if (!/^HTTP\/1\.[01] 2\d\d/.test(head)) throw refused()
}

const VERSION = 5
const NO_NAME = 0
const BY_PASSWORD = 2

/** RFC 1928, and RFC 1929 for the password; names are left to the proxy to look up. */
async function greetSocks(socket: Socket, proxy: URL, far: Far): Promise<void> {
  const { user, password } = nameIn(proxy)
  const method = user === '' ? NO_NAME : BY_PASSWORD
  socket.write(Buffer.from([VERSION, 1, method]))
  const [, chosen] = await bytes(socket, 2)
  if (chosen !== method) throw refused()
  if (method === BY_PASSWORD) {
    socket.write(Buffer.concat([Buffer.from([1]), sized(user), sized(password)]))
    if ((await bytes(socket, 2))[1] !== 0) throw refused()
  }
  const port = Buffer.from([far.port >> 8, far.port & 255])
  socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), addressOf(far.host), port]))
  const [, reply, , kind] = await bytes(socket, 4)
  if (reply !== 0) throw refused()
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await bytes(socket, 1))[0] ?? 0)
  await bytes(socket, length + 2)
}

function addressOf(host: string): Buffer {
  const family = isIP(host)
  if (family === 4) return Buffer.from([1, ...host.split('.').map(Number)])
  // The URL parser has written an IPv6 address in its shortest form, which names of any length may carry too.
  return Buffer.concat([Buffer.from([3]), sized(host)])
}

function sized(text: string): Buffer {
  const written = Buffer.from(text)
  if (written.length > 255) throw refused()
  return Buffer.concat([Buffer.from([written.length]), written])
}

function nameIn({ username, password }: URL) {
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** Exactly so many bytes, and not one of what follows them. */
async function bytes(socket: Socket, size: number): Promise<Buffer> {
  for (;;) {
    const found: unknown = socket.read(size)
    if (found instanceof Buffer && found.length === size) return found
    if (socket.readableEnded || socket.destroyed) throw refused()
    const gone = new AbortController()
    const { signal } = gone
    await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })]).finally(() =>
      gone.abort(),
    )
  }
}

function refused(): Error {
  return coded('EPROXY')
}

function coded(code: string): Error {
  return Object.assign(new Error('the proxy opened no way'), { code })
}
