import type { RawData, WebSocket } from 'ws'

/** Frames of either side may wait up to here before the other one is not read any more. */
const AHEAD_BYTES = 1024 * 1024

/** What goes on of a frame; null where it stays here. */
type Onwards = RawData | Uint8Array | null

/** Looks at a frame; a promise where it has yet to be seen what goes on, which those behind it wait for. */
export type Look = (data: RawData, isBinary: boolean) => Onwards | Promise<Onwards>

/** Frames that are passed on: `decided` resolves when none of them waits to be. */
type Passing = { decided(): Promise<void> }

/** Sends every frame on as `look` lets it, in order and at the other side's pace. */
export function passing(from: WebSocket, to: WebSocket, look: Look): Passing {
  // Frames that came in one piece are told in one go, whether or not the socket is paused by then.
  const behind: [RawData, boolean][] = []
  let deciding: Promise<void> | null = null
  let isFull = false
  const readOn = () => {
    if (!isFull && !deciding) from.resume()
  }

  function send(data: Onwards, isBinary: boolean): void {
    if (data === null || to.readyState !== to.OPEN) return
    const full = to.bufferedAmount > AHEAD_BYTES
    if (full) {
      isFull = true
      from.pause()
    }
    to.send(data, { binary: isBinary }, () => {
      if (!full) return
      isFull = false
      readOn()
    })
  }

  async function decide(first: Promise<Onwards>, isBinary: boolean): Promise<void> {
    from.pause()
    send(await first, isBinary)
    for (let next = behind.shift(); next; next = behind.shift()) send(await look(...next), next[1])
    deciding = null
    readOn()
  }

  from.on('message', (frame, isBinary) => {
    if (deciding) return void behind.push([frame, isBinary])
    const data = look(frame, isBinary)
    if (data instanceof Promise) deciding = decide(data, isBinary)
    else send(data, isBinary)
  })
  return {
    async decided() {
      await deciding
    },
  }
}
