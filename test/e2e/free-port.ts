import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to whoever asks for any port, or connects to somebody: a port of these stays free until it is used. */
const FIRST = 20_000
const HOW_MANY = 12_000
/** Processes have numbers side by side, and each begins so far from the next. */
const APART = 64

let tried = process.pid * APART

/** A port that nobody has at this moment, and that the system gives to nobody by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (tried++ % HOW_MANY)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
