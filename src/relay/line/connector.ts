import type { Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { pieceOf } from '../../core/bytes.ts'
import type { Line } from '../../core/line.ts'
import { MINUTE_MS } from '../../core/time.ts'
import { guardedLookup } from '../wall.ts'
import { openTunnel } from './tunnel.ts'

/** Whoever asks waits shorter; this ends what nobody waits for any more. */
const CONNECT_MS = MINUTE_MS
/** What a socket hands over at once: the larger it is, the more memory a thousand slow readers take. */
export const PIECE_BYTES = 32 * 1024

/** Opens connections over a line, through the wall. */
export function connectorOver({ proxy, ca, http2 }: Line, allowPrivate: boolean): buildConnector.connector {
  const trust = { ...(ca !== null && { ca: [...rootCertificates, ca] }), allowH2: http2, timeout: CONNECT_MS }
  if (proxy !== null) return throughProxy(new URL(proxy), buildConnector(trust))
  // A session of HTTP/2 reads its socket itself.
  if (http2) return buildConnector({ ...trust, lookup: guardedLookup(allowPrivate) })
  const options = {
    ...trust,
    highWaterMark: PIECE_BYTES,
    lookup: guardedLookup(allowPrivate),
    onread: intoOwnMemory,
  }
  const connect = buildConnector(options)
  return (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[1]) readInPieces(outcome[1])
      callback(...outcome)
    })
}

/** Passes what came of opening a tunnel to whoever asked, as undici wants it. */
const openThen = callbackify(openTunnel)

function throughProxy(proxy: URL, secure: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    openThen(proxy, { host, port }, CONNECT_MS, (error, socket) => {
      if (error) callback(error, null)
      else if (target.protocol === 'https:') secure({ ...target, httpSocket: socket }, callback)
      else callback(null, socket.setNoDelay(true))
    })
  }
}

/**
 * undici reads all a socket holds and gives back what a paused answer does not take; node then reads on, so that each
 * pause of a slow reader would leave some 48 KiB more in memory. Read in pieces, the socket stays at its high-water mark.
 */
function readInPieces(socket: Socket): void {
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown =>
    offeredBy === socket ? taken() : read(size ?? (Math.min(socket.readableLength, PIECE_BYTES) || undefined))
}

/** What a socket has read, until it is copied in the same turn. */
const SHARED = Buffer.allocUnsafeSlow(PIECE_BYTES)

/**
 * Node reads 64 KiB at a time and a few bytes that wait would keep all of them alive; read through one shared buffer,
 * each socket keeps what it was sent and little more. Returning false stops the reading until the socket is read.
 */
const intoOwnMemory = {
  buffer: SHARED,
  callback(this: Socket, size: number): boolean {
    const waits = this.readableLength > 0
    const piece = pieceOf(size, waits)
    SHARED.copy(piece, 0, 0, size)
    return (!waits && isTaken(piece, this)) || this.push(piece)
  },
}

/** The piece that a socket is handing over; two names, as an object of both would be made for each event. */
let offered: Buffer | null = null
let offeredBy: Socket | null = null

/** Hands a piece to whoever reads a socket that holds nothing; false when nobody took it. The way through node's stream would cost each event a turn. */
function isTaken(piece: Buffer, from: Socket): boolean {
  offered = piece
  offeredBy = from
  from.emit('readable')
  return taken() === null
}

/** Takes what is offered; null: nothing is. */
function taken(): Buffer | null {
  const piece = offered
  offered = null
  offeredBy = null
  return piece
}
