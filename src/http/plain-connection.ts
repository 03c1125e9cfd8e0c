import type { Socket } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'
import { type PlainHead, PlainHeads } from './plain-head.ts'
import { PlainReply } from './plain-reply.ts'
import { PlainRequest } from './plain-request.ts'

/** What connections of plain requests have in common. */
export type Lane = {
  /** Milliseconds of a clock that is looked at now and then. */
  readonly nowMs: number
  /** What the head of an answer says of a connection that stays. */
  readonly staying: string
  /** Whether a connection ends with its answer. */
  readonly draining: boolean
  isTaken(path: string): boolean
  ipOf(socket: Socket, forwardedFor: string | string[] | undefined): string
  serve(request: PlainRequest): void
  /** An answer is over, whether it was finished or not. */
  over(): void
  /** Takes a connection back with what was read of it: its next request is not plain. */
  giveBack(connection: PlainConnection, bytes: Buffer): void
  closed(connection: PlainConnection): void
}

/** How long a caller may take for what, in milliseconds; node has the same for its own connections. */
const FIRST_HEAD_MS = 10 * SECOND_MS
const BODY_MS = 10 * MINUTE_MS
/** A second more than callers are told, so that a request that is on its way when the time is up still finds somebody. */
const IDLE_MS = 76 * SECOND_MS
/** A caller who has had their answer, and does not finish what they were sending. */
const LEAVING_MS = 2 * SECOND_MS
/** The last bytes of an answer have to be taken. */
const TAKEN_MS = 30 * SECOND_MS

/** Bytes that are read of the next requests while one is answered. */
const AHEAD_BYTES = 64 * 1024

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'
const TOO_LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Nothing was asked yet; an answer is due; it has been given, and its request is still coming; the next may come. */
type State = 'fresh' | 'asking' | 'leaving' | 'idle'

/** A connection whose requests have been plain so far; one is answered after the other. A class, as there are thousands. */
export class PlainConnection {
  readonly socket: Socket
  readonly #lane: Lane
  readonly #heads = new PlainHeads()
  #ip: string | null = null
  #request: PlainRequest | null = null
  #isServing = false
  /** What was read of requests that have to wait. */
  #ahead: Buffer | null = null
  #state: State = 'fresh'
  /** When the time is up for what is waited for now; looked at only while something is. */
  #dueMs: number
  /** When the time is up for the body that is coming. */
  #bodyDueMs = 0

  constructor(socket: Socket, lane: Lane) {
    this.socket = socket
    this.#lane = lane
    this.#dueMs = lane.nowMs + FIRST_HEAD_MS
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onClose)
    socket.on('error', onError)
    socket.on('timeout', onTimeout)
  }

  get staying(): string {
    return this.#lane.staying
  }

  /** Whether nobody is asking for anything; one that has not asked yet is about to. */
  get isIdle(): boolean {
    return this.#state === 'idle'
  }

  /** Whether nothing is under way here. */
  get isFree(): boolean {
    return this.#request === null
  }

  /** Closes the connection if its time is up. */
  check(): void {
    const isWaiting = this.#request === null || !this.#request.isWhole
    if (!isWaiting || this.#lane.nowMs <= this.#dueMs) return
    // One that waits for its next request goes without a word.
    if (this.#state !== 'idle') this.#refuse(TOO_LATE)
    this.socket.destroy()
  }

  /** The answer has been written; the next request comes when its bytes have been taken. */
  ended(): void {
    const { socket } = this
    if (socket.destroyed) return
    if (socket.writableLength === 0) return this.#finish()
    // The socket's own timer knows whether bytes still move.
    socket.setTimeout(TAKEN_MS)
    socket.write('', () => {
      if (!socket.destroyed) this.#finish()
    })
  }

  /** Somebody waits for what the connection says next. */
  resume(): void {
    this.socket.resume()
  }

  /** Leaves the socket to somebody else. */
  release(): void {
    const { socket } = this
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('close', this.#onClose)
    socket.off('error', onError)
    socket.off('timeout', onTimeout)
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#request === null) return this.#serve(bytes)
    if (this.#request.isWhole) return this.#wait(bytes)
    const rest = this.#request.arrive(bytes)
    // A caller who has had their answer already is there as long as something comes.
    if (this.#state === 'leaving') this.#stay()
    if (rest) this.#wait(rest)
    if (this.#state === 'leaving' && this.#request.isWhole) this.#next()
    else if (this.#isFull) this.socket.pause()
  }

  /** As node has it, a caller who closes their half has left. */
  readonly #onEnd = (): void => {
    if (this.#request === null || this.#request.isWhole) return void this.socket.end()
    this.#refuse(BAD_REQUEST)
    this.socket.destroy()
  }

  readonly #onClose = (): void => {
    const request = this.#request
    this.#lane.closed(this)
    if (!request) return
    this.#request = null
    if (this.#state === 'leaving') return
    request.lost()
    this.#lane.over()
  }

  /** Serves what lies here whole, and the next when that is over; in a loop, as an answer may be given at once. */
  #serve(begin: Buffer): void {
    this.#isServing = true
    this.#ahead = begin
    while (this.#ahead && !this.#request) {
      const bytes = this.#ahead
      this.#ahead = null
      const head = this.#heads.read(bytes)
      if (!head || !this.#lane.isTaken(head.url)) return this.#lane.giveBack(this, bytes)
      this.#take(head, bytes)
    }
    this.#isServing = false
    if (this.socket.isPaused() && !this.#isFull) this.socket.resume()
  }

  get #isFull(): boolean {
    return this.#request?.isAhead === true || (this.#ahead !== null && this.#ahead.length >= AHEAD_BYTES)
  }

  #take(head: PlainHead, bytes: Buffer): void {
    const lane = this.#lane
    const reply = new PlainReply(this)
    if (lane.draining) reply.setHeader('connection', 'close')
    const request = new PlainRequest(head, { ip: this.#ipOf(head), reply, line: this })
    this.#request = request
    this.#state = 'asking'
    this.#bodyDueMs = lane.nowMs + BODY_MS
    this.#dueMs = this.#bodyDueMs
    this.#ahead = request.arrive(bytes.subarray(head.end))
    lane.serve(request)
  }

  #ipOf({ headers }: PlainHead): string {
    const forwardedFor = headers['x-forwarded-for']
    if (forwardedFor !== undefined) return this.#lane.ipOf(this.socket, forwardedFor)
    return (this.#ip ??= this.#lane.ipOf(this.socket, undefined))
  }

  #wait(bytes: Buffer): void {
    this.#ahead = this.#ahead ? Buffer.concat([this.#ahead, bytes]) : bytes
    if (this.#isFull) this.socket.pause()
  }

  #finish(): void {
    const request = this.#request
    if (!request) return
    this.#state = 'leaving'
    request.reply.detach()
    // Whoever waited for a reader may have left the timer as it was.
    if (this.socket.timeout) this.socket.setTimeout(0)
    this.#lane.over()
    if (request.reply.last) return this.socket.destroySoon()
    if (request.isWhole) return this.#next()
    request.leave()
    this.#stay()
  }

  #stay(): void {
    this.#dueMs = Math.min(this.#lane.nowMs + LEAVING_MS, this.#bodyDueMs)
  }

  #next(): void {
    this.#request = null
    this.#state = 'idle'
    this.#dueMs = this.#lane.nowMs + IDLE_MS
    if (this.#isServing) return
    if (this.#ahead) this.#serve(this.#ahead)
  }

  #refuse(words: string): void {
    if (this.#request?.reply.headersSent !== true && this.socket.writable) this.socket.write(words, 'latin1')
  }
}

/** A connection that fails is closed, and that is all there is to know of it. */
function onError(): void {}

function onTimeout(this: Socket): void {
  this.destroy()
}
