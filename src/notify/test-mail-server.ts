import { type AddressInfo, createServer, type Socket } from 'node:net'

/** An SMTP server that takes everything and keeps what it was told. */
export async function mailServer() {
  const lines: string[] = []
  const server = createServer((socket: Socket) => {
    let data = false
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n').slice(0, -1)) {
        lines.push(line)
        if (data && line !== '.') continue
        if (line === 'DATA') data = true
        else if (line === '.') data = false
        if (line.startsWith('EHLO')) socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')
        else if (line.startsWith('AUTH')) socket.write('235 welcome\r\n')
        else if (line === 'DATA') socket.write('354 go on\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { lines, port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: async () => void server.close() }
}
