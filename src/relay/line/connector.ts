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

/**
 * Opens connections over a line, through the wall; the hostname it is given is without brackets, as sockets take it. The way through
 * a proxy, and TLS behind it, take up to `withinMs` each.
 */
export function connectorOver(
  { proxy, ca, http2 }: Line,
  allowPrivate: boolean,
  withinMs = CONNECT_MS,
): buildConnector.connector {
  const trust = { ...(ca !== null && { ca: [...rootCertificates, ca] }), allowH2: http2, timeout: withinMs }
  if (proxy !== null) return throughProxy(new URL(proxy), buildConnector(trust), withinMs)
  const straight = { ...trust, lookup: guardedLookup(allowPrivate) }
  // A session of HTTP/2 reads its socket itself.
  if (http2) return buildConnector(straight)
  const inPieces = { ...straight, highWaterMark: PIECE_BYTES, onread: intoSharedMemory }
  const connect = buildConnector(inPieces)
  return (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[1]) readers.set(outcome[1], null)
      callback(...outcome)
    })
}

/** Passes what came of opening a tunnel to whoever asked, as undici wants it. */
const openThen = callbackify(openTunnel)

function throughProxy(proxy: URL, secure: buildConnector.connector, withinMs: number): buildConnector.connector {
  return (target, callback) => {
    const { hostname: host } = target
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    openThen(proxy, { host, port }, withinMs, (error, socket) => {
      if (error) callback(error, null)
      else if (target.protocol === 'https:') secure({ ...target, httpSocket: socket }, callback)
      else callback(null, socket.setNoDelay(true))
    })
  }
}

/** Who reads a socket; told of each piece in the turn in which it came. */
export type PieceReader = {
  /** Bytes in memory that is written over when this returns; false: they are enough for now, until the socket is resumed. */
  onPiece(bytes: Buffer, size: number): boolean
}

/** What sockets have read, until it is taken out in the same turn. */
const SHARED = Buffer.allocUnsafeSlow(PIECE_BYTES)

/** The sockets that read into shared memory, and who reads them; null: node's stream. */
const readers = new WeakMap<Socket, PieceReader | null>()

/** Reads a socket from now on; through shared memory where it was opened so. */
export function readWith(socket: Socket, reader: PieceReader): void {
  if (readers.has(socket)) readers.set(socket, reader)
  else
    socket.on('data', (bytes: Buffer) => {
      if (!reader.onPiece(bytes, bytes.length)) socket.pause()
    })
}

/**
 * Node reads 64 KiB at a time and a few bytes that wait would keep all of them alive; read through one shared buffer, nothing is
 * kept but what somebody takes out. Returning false stops the reading until the socket is resumed, or read as a stream.
 */
const intoSharedMemory = {
  buffer: SHARED,
  callback(this: Socket, size: number): boolean {
    const reader = readers.get(this)
    if (reader) return reader.onPiece(SHARED, size)
    const piece = pieceOf(size, true)
    SHARED.copy(piece, 0, 0, size)
    return this.push(piece)
  },
}
