import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { connectGateway } from '../e2e/gateway.ts'

const READERS = 1000
const STREAM_BYTES = 5 * 1024 * 1024
const MIB = 1024 * 1024

/** The gateway in a process of its own, so that its memory is its own. */
async function startProcess() {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-slow-'))
  const admin = { email: 'admin@yumen.test', password: 'correct horse battery staple' }
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      YUMEN_DATA: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [greeting] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = /http:\/\/\S+/.exec(greeting.toString())?.[0] ?? ''
  return {
    origin,
    admin,
    residentBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks for a stream and reads it at 16 KiB a second. */
async function openReader(origin: string, key: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const body = '{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}'
  socket.on('error', () => undefined)
  socket.pause()
  const reading = setInterval(() => socket.read(8 * 1024), 500)
  socket.once('close', () => clearInterval(reading))
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

test.runIf(process.platform === 'linux')(
  'a thousand readers slower than their upstreams cost less than 200 MiB, given back when they leave',
  async () => {
    await using vendor = await startVendor({ keepBytes: 0 })
    await using gateway = await startProcess()
    const { addModel, addProvider, addKey } = await connectGateway(gateway.origin, gateway.admin)
    await addModel('m')
    await addProvider({ vendor, models: ['m'] })
    const { secret } = await addKey()
    vendor.script({ text: ['warm '] })
    const warm = {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: '{"model":"m","stream":true,"messages":[]}',
    }
    // Compiled code and first buffers belong to any gateway that has been serving; what is measured comes on top of them.
    const serve = async () => (await fetch(`${gateway.origin}/v1/chat/completions`, warm)).text()
    for (let i = 0; i < 30; i += 1) await Promise.all(Array.from({ length: 30 }, serve))

    const before = await gateway.residentBytes()
    const asked = vendor.served.length
    vendor.script({ bigBytes: STREAM_BYTES })
    const sockets: Socket[] = []
    for (let i = 0; i < READERS; i += 50)
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openReader(gateway.origin, secret)))))
    await expect.poll(() => vendor.served.length - asked, { timeout: 60_000 }).toBe(READERS)
    await fastPartOver(() => vendor.served.reduce((sum, { sentBytes }) => sum + sentBytes, 0))
    const held = await gateway.residentBytes()
    // Nobody was served whole: what is measured is streams that wait, not streams that ended.
    expect(sockets.filter(({ bytesRead, destroyed }) => destroyed || bytesRead >= STREAM_BYTES)).toEqual([])

    for (const socket of sockets) socket.destroy()
    const grown = (held - before) / MIB
    const grownNow = async () => ((await gateway.residentBytes()) - before) / MIB
    await expect.poll(grownNow, { timeout: 30_000, interval: 500 }).toBeLessThan(grown * 0.85)
    const left = await grownNow()
    process.stdout.write(
      `slow readers: ${READERS}, resident memory +${grown.toFixed(0)} MiB while they wait, +${left.toFixed(0)} MiB after\n`,
    )
    expect(grown).toBeLessThan(200)
  },
  180_000,
)

/** Buffers on the way take the beginning of each stream at once; from then on the readers set the pace. */
async function fastPartOver(sent: () => number): Promise<void> {
  const fast = READERS * 16 * 1024 * 4
  for (let last = sent(), now = fast + last + 1; now - last > fast; last = now, now = sent()) await pause(1000)
}
