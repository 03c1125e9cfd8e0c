import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { processEnv } from '../e2e/process-env.ts'

/** With each line it is told the shell starts the gateway with the socket it holds, says which process that is, and when it is gone. */
const HOLDER = `while read -r _; do sh -c 'LISTEN_PID=$$ exec "$@"' sh "$@" & echo "pid $!"; wait $!; echo gone; done`

/** A listening socket that outlives the gateway, as one that systemd holds. */
export type HeldSocket = AsyncDisposable & {
  origin: string
  /** Starts the gateway; resolves once it is ready. */
  start(): Promise<void>
  /** Tells it to stop, and resolves when it is gone. */
  stop(): Promise<void>
}

/** Puts a listening socket into the hands of a shell, which starts the gateway over a folder as often as it is told. */
export async function holdSocket(dataDir: string): Promise<HeldSocket> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  // Node lends no socket that listens; its descriptor is where every handle has it.
  const { fd } = (listener as unknown as { _handle: { fd: number } })._handle
  const holder = spawn('sh', ['-c', HOLDER, 'sh', process.execPath, ...GATEWAY.flags, GATEWAY.main], {
    env: { ...processEnv(dataDir), LISTEN_FDS: '1' },
    stdio: ['pipe', 'pipe', 'inherit', fd],
  })
  listener.close()
  const [input, output] = holder.stdio
  if (!input || !output) throw new Error('the shell neither hears nor speaks')
  const lines = createInterface(output)[Symbol.asyncIterator]()
  const heard = async (words: RegExp) => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the shell is gone')
      const found = words.exec(value)
      if (found) return found
    }
  }
  let pid: number | null = null
  const stop = async () => {
    if (pid === null) return
    process.kill(pid, 'SIGTERM')
    pid = null
    await heard(/^gone$/)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async start() {
      input.write('start\n')
      pid = Number((await heard(/^pid (\d+)$/))[1])
      await heard(/ready: {2}http/)
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      input.end()
      if (holder.exitCode === null) await once(holder, 'exit')
    },
  }
}
