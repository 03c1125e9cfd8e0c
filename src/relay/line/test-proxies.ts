import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, connect, createServer, isIP, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unbracketed } from '../../core/ip.ts'

/** A proxy on the loopback, which keeps where it was asked to lead and by whom. */
type TestProxy = AsyncDisposable & { port: number; asked: { place: string; who: string }[] }

async function listening(server: Server, asked: TestProxy['asked']): Promise<TestProxy> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function piped(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}

/** A proxy that opens tunnels by CONNECT; every name leads to the loopback. */
export function httpProxy({ password }: { password?: string } = {}): Promise<TestProxy> {
  const asked: TestProxy['asked'] = []
  const server = createHttp()
  server.on('connect', (request, socket: Socket) => {
    const [, pair = ''] = (request.headers['proxy-authorization'] ?? '').split(' ')
    const who = Buffer.from(pair, 'base64').toString()
    asked.push({ place: request.url ?? '', who })
    if (password !== undefined && !who.endsWith(`:${password}`))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const far = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1')
    far.on('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      piped(socket, far)
    })
  })
  return listening(server, asked)
}

/** A proxy that speaks SOCKS5 with a name and a password; every name leads to the loopback. */
export function socksProxy({ password }: { password: string }): Promise<TestProxy> {
  const asked: TestProxy['asked'] = []
  const server = createServer((socket) => void serveSocks(socket, password, asked).catch(() => socket.destroy()))
  return listening(server, asked)
}

async function serveSocks(socket: Socket, password: string, asked: TestProxy['asked']): Promise<void> {
  const next = async () => ((await once(socket, 'data')) as [Buffer])[0]
  const methods = await next()
  if (!methods.subarray(2).includes(2)) return void socket.end(Buffer.from([5, 255]))
  socket.write(Buffer.from([5, 2]))
  const login = await next()
  const nameEnd = 2 + (login[1] ?? 0)
  const [name, told] = [login.subarray(2, nameEnd).toString(), login.subarray(nameEnd + 1).toString()]
  socket.write(Buffer.from([1, told === password ? 0 : 1]))
  if (told !== password) return
  const request = await next()
  const size = request[4] ?? 0
  const place = request[3] === 3 ? request.subarray(5, 5 + size).toString() : [...request.subarray(4, 8)].join('.')
  const port = request.readUInt16BE(request.length - 2)
  asked.push({ place: `${place}:${port}`, who: `${name}:${told}` })
  const far = connect(port, '127.0.0.1')
  await once(far, 'connect')
  socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
  piped(socket, far)
}

/** A certificate for a name or an address as it stands in a URL, signed by itself; made anew for each test. */
export async function selfSigned(host: string): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-cert-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const name = unbracketed(host)
    const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}`]
    execFileSync('openssl', [...made, ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
