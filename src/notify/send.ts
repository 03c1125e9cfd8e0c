import type { ChannelSetup } from '../contract/channels.ts'
import type { Locale } from '../core/errors.ts'
import { SECOND_MS } from '../core/time.ts'
import { type Hmac, type Mail, outgoing, type Post } from './channels.ts'
import type { Message } from './message.ts'

/** Where operators are told, ready to be used. */
export type Channel = { id: string; setup: ChannelSetup; allowPrivate: boolean; locale: Locale }

/** What came of telling a channel: null when it was told, else why not, in a word that holds no secret. */
export type Delivery = { ok: boolean; problem: string | null }

/** The network, handed in; each ends by itself, and rejects when there is no answer. */
export type Carriers = {
  post: (
    call: Pick<Post, 'url' | 'headers' | 'body'>,
    allowPrivate: boolean,
  ) => Promise<{ status: number; body: string }>
  mail: (mail: Mail, allowPrivate: boolean) => Promise<void>
  hmac: Hmac
  /** Waits between two tries; rejects when there is not to be another. */
  pause: (ms: number) => Promise<void>
}

const PAUSES_MS = [2 * SECOND_MS, 10 * SECOND_MS]

/** Tells a channel, thrice if it must; never rejects. */
export async function send(channel: Channel, message: Message, carriers: Carriers): Promise<Delivery> {
  let delivery = await sendOnce(channel, message, carriers)
  for (const pauseMs of PAUSES_MS) {
    if (delivery.ok) return delivery
    const goesOn = await carriers.pause(pauseMs).then(
      () => true,
      () => false,
    )
    if (!goesOn) return delivery
    delivery = await sendOnce(channel, message, carriers)
  }
  return delivery
}

/** Tells a channel once; never rejects. */
export async function sendOnce(
  { setup, allowPrivate }: Pick<Channel, 'setup' | 'allowPrivate'>,
  message: Message,
  { post, mail, hmac }: Carriers,
): Promise<Delivery> {
  try {
    const out = outgoing(setup, message, hmac)
    if (out.via === 'mail') {
      await mail(out, allowPrivate)
      return TOLD
    }
    const { status, body } = await post(out, allowPrivate)
    return out.accepted(status, body) ? TOLD : { ok: false, problem: status === 200 ? 'refused' : `http_${status}` }
  } catch (error) {
    // Its message may quote the address, and the address holds a secret.
    return { ok: false, problem: wordOf(error) }
  }
}

const TOLD: Delivery = { ok: true, problem: null }

/** Why something failed, in a word that holds no secret. */
export function wordOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code.toLowerCase() : 'unreachable'
}
