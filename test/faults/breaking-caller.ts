import type { Socket } from 'node:net'
import { openSocket } from './raw-caller.ts'

/** How somebody breaks off: by a reset, or by saying that they say no more while they still listen. */
export const BREAKS = {
  reset: (socket: Socket) => void socket.resetAndDestroy(),
  end: (socket: Socket) => void socket.end(),
} as const
export type Break = keyof typeof BREAKS
export const BREAK_NAMES = Object.keys(BREAKS) as Break[]

/** A caller who holds the socket and keeps what they hear. */
export type BreakingCaller = {
  say(text: string): void
  /** Resolves when what has been heard is enough, or no more comes. */
  until(isEnough: (heard: string) => boolean): Promise<void>
  breakOff(how: Break): void
  /** All that is heard until the connection has closed. */
  readonly over: Promise<string>
}

/** Opens a connection for one. */
export async function breakingCaller(origin: string): Promise<BreakingCaller> {
  const socket = await openSocket(origin)
  socket.setNoDelay(true)
  let heard = ''
  let look = () => undefined as void
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
    look()
  })
  const over = new Promise<string>((resolve) => {
    socket.once('close', () => {
      resolve(heard)
      look()
    })
  })
  return {
    say: (text) => void socket.write(text, 'latin1'),
    until(isEnough) {
      const enough = Promise.withResolvers<void>()
      look = () => {
        if (socket.closed || isEnough(heard)) enough.resolve()
      }
      look()
      return enough.promise
    },
    breakOff: (how) => BREAKS[how](socket),
    over,
  }
}

/** The answers in what was heard of a connection; `whole`: its end was heard. */
export function answersIn(text: string): { status: number; head: string; body: string; whole: boolean }[] {
  const answers: ReturnType<typeof answersIn> = []
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) return answers
    const head = text.slice(at, end)
    const status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const from = end + 4
    const { body, next } = length === undefined ? chunksIn(text, from) : sizedIn(text, from, Number(length))
    answers.push({ status, head, body, whole: next !== null })
    if (next === null) return answers
    at = next
  }
  return answers
}

type Body = { body: string; next: number | null }

function sizedIn(text: string, from: number, length: number): Body {
  const next = from + length
  return { body: text.slice(from, next), next: next <= text.length ? next : null }
}

function chunksIn(text: string, from: number): Body {
  let body = ''
  for (let at = from; ;) {
    const [line = '', digits = ''] = /^([0-9a-f]+)\r\n/.exec(text.slice(at, at + 20)) ?? []
    const size = Number.parseInt(digits, 16)
    const end = at + line.length + size + 2
    if (line === '' || end > text.length) return { body, next: null }
    if (size === 0) return { body, next: end }
    body += text.slice(at + line.length, end - 2)
    at = end
  }
}
