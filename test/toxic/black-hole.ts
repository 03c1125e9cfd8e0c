import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Listens with hardly any backlog and stops for good: what connects after the backlog is full hears nothing. */
const PROGRAM = `
const server = require('node:net').createServer()
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  process.stdout.write(String(server.address().port), () => process.kill(process.pid, 'SIGSTOP'))
})`

/** An address that swallows connections without a word, as a firewall does; on Linux. */
export async function startBlackHole(): Promise<{ origin: string } & AsyncDisposable> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const fillers: Socket[] = []
  // One connection more than the kernel takes: it is left hanging, and so is every one after it.
  for (let full = false; !full;) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    fillers.push(socket)
    full = !(await Promise.race([once(socket, 'connect').then(() => true), later(200)]))
  }
  return {
    origin: `http://127.0.0.1:${Number(port)}`,
    async [Symbol.asyncDispose]() {
      for (const socket of fillers) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function later(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms))
}
