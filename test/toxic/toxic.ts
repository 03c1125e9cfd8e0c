import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * What a proxy does to each connection from the moment it opens; every field stands alone and combines with the others. Bytes
 * are counted per connection on the way back, from the first byte of the answer's head.
 */
export type Toxic = {
  /** Each piece on the way back waits so long. */
  latencyMs?: number
  /** The way back is cut into pieces of so many bytes, each of them a packet of its own. */
  sliceBytes?: number
  bytesPerSecond?: number
  /** After so many bytes back, the connection is reset. */
  resetAfterBytes?: number
  /** After so many bytes back, the connection is ended in good order, and what still comes is heard by nobody. */
  endAfterBytes?: number
  /** After so many bytes back nothing comes any more, and nobody says so. */
  stallAfterBytes?: number
  /** The connection opens, and whatever is sent into it is heard by nobody. */
  deaf?: boolean
}

export type ToxicProxy = AsyncDisposable & {
  origin: string
  /** Holds for connections that open from now on. */
  set(toxic: Toxic): void
  /** Ends the connections that are open. */
  drop(): void
  /** Connections so far, and those that were ended here while the other side still has them. */
  readonly opened: number
  readonly halfOpen: number
  /** Bytes carried back so far, of all connections. */
  readonly carriedBytes: number
}

/** A TCP proxy on a loopback port that treats connections to a target badly. */
export async function startToxic(target: string, first: Toxic = {}): Promise<ToxicProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const known = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A reset is what these connections are here for.
    socket.on('error', () => undefined)
    socket.setNoDelay(true)
    return socket
  }
  let toxic = first
  let opened = 0
  let halfOpen = 0
  let carriedBytes = 0
  const server = createServer((near) => {
    opened += 1
    known(near)
    if (toxic.deaf) return void near.resume()
    const far = known(connect(Number(port), hostname))
    near.pipe(far)
    near.once('close', () => far.destroy())
    void carry({ far, near, toxic, end }, (bytes) => (carriedBytes += bytes))
  })
  const end = (near: Socket) => {
    halfOpen += 1
    near.once('close', () => (halfOpen -= 1)).end()
    // Or it would stop being read when the far end goes, and its own end not be heard.
    near.unpipe().resume()
  }
  await listening(server)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => void (toxic = next),
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    get opened() {
      return opened
    },
    get halfOpen() {
      return halfOpen
    },
    get carriedBytes() {
      return carriedBytes
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Way = { far: Socket; near: Socket; toxic: Toxic; end: (near: Socket) => void }

/** Carries what comes from the far end to the near one, as badly as it is to be. */
async function carry({ far, near, toxic, end }: Way, count: (bytes: number) => void): Promise<void> {
  const { resetAfterBytes = Infinity, stallAfterBytes = Infinity, endAfterBytes = Infinity } = toxic
  let left = Math.min(resetAfterBytes, stallAfterBytes, endAfterBytes)
  try {
    for await (const chunk of far as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, left)
      await write(near, part, toxic)
      count(part.length)
      left -= part.length
      if (left > 0) continue
      if (endAfterBytes <= Math.min(resetAfterBytes, stallAfterBytes)) return end(near)
      if (resetAfterBytes > stallAfterBytes) return await new Promise((resolve) => near.once('close', resolve))
      return void near.resetAndDestroy()
    }
    near.end()
  } catch {
    near.destroy()
  }
}

async function write(near: Socket, chunk: Buffer, toxic: Toxic): Promise<void> {
  for (const piece of piecesOf(chunk, toxic)) {
    await delay(piece.length, toxic)
    if (near.destroyed) throw new Error('the near end has gone')
    near.write(piece)
    // Without a turn of the loop in between the kernel would put the pieces together again.
    if (toxic.sliceBytes !== undefined) await new Promise(setImmediate)
  }
}

function* piecesOf(chunk: Buffer, { sliceBytes = chunk.length || 1 }: Toxic): Generator<Buffer> {
  for (let from = 0; from < chunk.length; from += sliceBytes) yield chunk.subarray(from, from + sliceBytes)
}

async function delay(bytes: number, { latencyMs = 0, bytesPerSecond = Infinity }: Toxic): Promise<void> {
  const ms = latencyMs + (bytes / bytesPerSecond) * 1000
  if (ms > 0) await wait(ms)
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}
