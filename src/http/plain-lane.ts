import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND_MS } from '../core/time.ts'
import type { ClientIp } from './client-ip.ts'
import { type Lane, PlainConnection } from './plain-connection.ts'
import type { PlainRequest } from './plain-request.ts'

/** Who answers plain requests, and who is told of them. */
type PlainRooms = {
  /** Whether a request for this path is answered here. */
  isTaken: (path: string) => boolean
  /** Answers a request; never throws. */
  serve: (request: PlainRequest) => void
  began: () => void
  over: () => void
  clientIp: ClientIp
}

/** How the plain requests of a listener are answered until it is closed. */
export type PlainLane = Disposable & {
  /** From now on each answer ends its connection. */
  drain(): void
  /** Closes connections between two requests; `fresh`: those too that have not asked for anything yet. */
  closeIdle(fresh?: 'fresh'): void
  closeAll(): void
}

const SWEEP_MS = SECOND_MS

/**
 * Takes the connections of a listener before node's parser does, as long as their requests are plain: those cost a third of what
 * node's do. A connection with any other is node's from there on.
 */
export function openPlainLane(server: Server, rooms: PlainRooms): PlainLane {
  const connections = new Set<PlainConnection>()
  const ofNode = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket) => void connections.add(new PlainConnection(socket, lane)))

  const lane: Lane & { nowMs: number; draining: boolean } = {
    nowMs: performance.now(),
    staying: `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / SECOND_MS)}\r\n`,
    draining: false,
    isTaken: (url) => rooms.isTaken(pathOf(url)),
    ipOf: ({ remoteAddress }, forwardedFor) => rooms.clientIp(remoteAddress, forwardedFor),
    serve(request) {
      rooms.began()
      rooms.serve(request)
    },
    over: rooms.over,
    giveBack(connection, bytes) {
      const { socket } = connection
      connections.delete(connection)
      connection.release()
      // Stopped, so that node's parser is there before the bytes are.
      socket.pause()
      socket.unshift(bytes)
      for (const listener of ofNode) listener.call(server, socket)
      readAsStream(socket)
      socket.resume()
    },
    closed: (connection) => void connections.delete(connection),
  }

  const sweep = setInterval(() => {
    lane.nowMs = performance.now()
    for (const connection of connections) connection.check()
  }, SWEEP_MS).unref()

  return {
    drain() {
      lane.draining = true
    },
    closeIdle(fresh) {
      for (const connection of connections)
        if (connection.isIdle || (fresh && connection.isFree)) connection.socket.destroy()
    },
    closeAll() {
      for (const { socket } of connections) socket.destroy()
    },
    [Symbol.dispose]: () => clearInterval(sweep),
  }
}

/**
 * Keeps node's parser from reading the system's side of a socket, as it does by itself until somebody else listens: past what waits in
 * the stream, which it would overtake, and past a pause of a stream that is about to flow, so that a body nobody reads would all come in.
 */
function readAsStream(socket: Socket): void {
  socket.on('data', nothing)
  socket.off('data', nothing)
}

function nothing(): void {}

function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}
