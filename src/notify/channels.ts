import type { ChannelSetup } from '../contract/channels.ts'
import type { ChannelKind } from '../core/alerts.ts'
import { asRecord, parseJson } from '../core/json.ts'
import { iso, SECOND_MS } from '../core/time.ts'
import type { Message } from './message.ts'

/** HMAC-SHA-256 of a text with a key. */
export type Hmac = (key: string, text: string) => Buffer

/** A message on its way: one HTTP call, which the answer tells from a refused one, or one e-mail. */
type Outgoing = Post | Mail
/** An HTTP POST; `accepted` tells from the answer whether the channel took the message. */
export type Post = {
  via: 'http'
  url: string
  headers: Record<string, string>
  body: string
  accepted: (status: number, body: string) => boolean
}
/** An e-mail; with an empty `user` nobody signs in to the server. */
export type Mail = {
  via: 'mail'
  server: { host: string; port: number; security: 'tls' | 'starttls' | 'none'; user: string; password: string }
  from: string
  to: readonly string[]
  subject: string
  text: string
}

type Setup<K extends ChannelKind> = Extract<ChannelSetup, { kind: K }>
type Build<K extends ChannelKind> = (setup: Setup<K>, message: Message, hmac: Hmac) => Outgoing

/** How each kind of channel is told. */
const BUILDERS: { readonly [K in ChannelKind]: Build<K> } = {
  webhook: ({ secrets }, message, hmac) => {
    const { rule, state, severity, title, text, link, at, facts } = message
    const body = JSON.stringify({ rule, state, severity, title, text, link, at: iso(at), facts })
    const timestamp = String(Math.floor(at / SECOND_MS))
    const signature = secrets.signing_key && hmac(secrets.signing_key, `${timestamp}.${body}`).toString('hex')
    const signed = signature && { 'x-yumen-timestamp': timestamp, 'x-yumen-signature': `sha256=${signature}` }
    return json(secrets.url, body, isFine, { ...signed })
  },
  email: ({ config, secrets }, { title, text, link }) => {
    const { host, port, security, user, from, to } = config
    const server = { host, port, security, user, password: secrets.password ?? '' }
    return { via: 'mail', server, from, to, subject: title, text: `${[text, link].filter(Boolean).join('\n\n')}\n` }
  },
  // open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: the text to sign is the key, and the message is empty.
  feishu: ({ secrets }, message, hmac) => {
    const timestamp = String(Math.floor(message.at / SECOND_MS))
    const key = secrets.signing_key
    const signed = key && { timestamp, sign: hmac(`${timestamp}\n${key}`, '').toString('base64') }
    // A text may call people by tags, all of them too, and the names in it are users' own.
    const text = plain(message).replaceAll('<', '＜')
    const body = { ...signed, msg_type: 'text', content: { text } }
    return json(secrets.url, JSON.stringify(body), says('code', 0))
  },
  // open.dingtalk.com/document/robots/customize-robot-security-settings: signed in the address, in milliseconds.
  dingtalk: ({ secrets }, message, hmac) => {
    const url = new URL(secrets.url)
    const key = secrets.signing_key
    if (key) {
      url.searchParams.set('timestamp', String(message.at))
      url.searchParams.set('sign', hmac(key, `${message.at}\n${key}`).toString('base64'))
    }
    return json(url.href, JSON.stringify(chatText(message)), says('errcode', 0))
  },
  // developer.work.weixin.qq.com/document/path/91770
  wecom: ({ secrets }, message) => json(secrets.url, JSON.stringify(chatText(message)), says('errcode', 0)),
  // core.telegram.org/bots/api#sendmessage
  telegram: ({ config, secrets }, message) =>
    json(
      `https://api.telegram.org/bot${secrets.token}/sendMessage`,
      JSON.stringify({ chat_id: config.chat_id, text: plain(message) }),
      says('ok', true),
    ),
}

/** What is sent so that a channel says a message. */
export function outgoing(setup: ChannelSetup, message: Message, hmac: Hmac): Outgoing {
  // Each builder is given the setup of its own kind; the compiler cannot see that the two go together.
  const build = BUILDERS[setup.kind] as Build<ChannelKind>
  return build(setup, message, hmac)
}

function json(url: string, body: string, accepted: Post['accepted'], headers: Record<string, string> = {}): Post {
  return { via: 'http', url, headers: { 'content-type': 'application/json', ...headers }, body, accepted }
}

function isFine(status: number): boolean {
  return status >= 200 && status < 300
}

/** These answer 200 to everything and say in the body whether they took it. */
function says(field: string, value: unknown): Post['accepted'] {
  return (status, body) => isFine(status) && asRecord(parseJson(body))[field] === value
}

function plain({ title, text, link }: Message): string {
  return [title, text, link].filter(Boolean).join('\n')
}

/** As text, not as markup: names come from operators and upstreams. */
function chatText(message: Message) {
  return { msgtype: 'text', text: { content: plain(message) } }
}
