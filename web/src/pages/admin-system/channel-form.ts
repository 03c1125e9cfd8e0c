import { adminCreateChannel, type ChannelView } from '../../../../src/contract/notifications.ts'
import type { AlertRule, ChannelKind } from '../../../../src/core/alerts.ts'
import { addressesOf } from '../../lib/addresses-of.ts'
import { isPrivateAddress } from '../../lib/provider/address.ts'
import type { SecretName } from '../../lib/secret-fields.ts'

/** What a kind of channel is set up with: each field, whether it is secret (by a name that is never kept), and whether it may be left out. */
export const CHANNEL_FORM = {
  webhook: [
    ['url', 'secret'],
    ['signing_key', 'secret', 'optional'],
  ],
  email: [
    ['host', 'open'],
    ['port', 'open'],
    ['user', 'open', 'optional'],
    ['password', 'secret', 'optional'],
    ['from', 'open'],
    ['to', 'open'],
  ],
  feishu: [
    ['url', 'secret'],
    ['signing_key', 'secret', 'optional'],
  ],
  dingtalk: [
    ['url', 'secret'],
    ['signing_key', 'secret', 'optional'],
  ],
  wecom: [['url', 'secret']],
  telegram: [
    ['chat_id', 'open'],
    ['token', 'secret'],
  ],
} as const satisfies Record<
  ChannelKind,
  readonly (readonly [string, 'open', 'optional'?] | readonly [SecretName, 'secret', 'optional'?])[]
>

type ChannelField = (typeof CHANNEL_FORM)[ChannelKind][number][0]

/** A channel as it is filled in; `rules` empty: everything. */
export type ChannelForm = {
  name: string
  kind: ChannelKind
  locale: 'zh-CN' | 'en'
  rules: readonly AlertRule[]
  allowPrivate: boolean
  /** Whether users are sent their notices through it; of e-mail alone. */
  forUsers: boolean
  security: 'tls' | 'starttls' | 'none'
  values: Readonly<Partial<Record<ChannelField, string>>>
}

/** A channel filled in as it is; its secrets never come out, so those fields are empty. */
export function formOf(channel: ChannelView | null): ChannelForm {
  const { security, ...config } = channel?.config ?? {}
  const values = Object.entries(config).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : String(value as string | number),
  ])
  return {
    name: channel?.name ?? '',
    kind: channel?.kind ?? 'webhook',
    locale: channel?.locale ?? 'zh-CN',
    rules: channel?.rules ?? [],
    allowPrivate: channel?.allow_private ?? false,
    forUsers: channel?.for_users ?? false,
    security: security === 'starttls' || security === 'none' ? security : 'tls',
    values: channel === null ? { port: '465' } : (Object.fromEntries(values) as ChannelForm['values']),
  }
}

/** What is wrong with a field: it is empty, has another form, or leads into a private network that is not allowed. */
type ChannelFault = 'missing' | 'wrong' | 'private'
/** What is wrong, by field; empty when the form can be sent. */
export type ChannelFaults = Readonly<Partial<Record<'name' | ChannelField, ChannelFault>>>

/** The form as the server takes it, or which fields it would refuse. */
export function bodyOf(form: ChannelForm) {
  const given = CHANNEL_FORM[form.kind].flatMap(([name, where]) => {
    const text = textOf(form, name)
    return text === '' ? [] : [{ name, where, value: wireOf(name, text) }]
  })
  const part = (where: 'open' | 'secret') =>
    Object.fromEntries(given.filter((one) => one.where === where).map(({ name, value }) => [name, value]))
  const config = { ...part('open'), ...(form.kind === 'email' && { security: form.security }) }
  const read = adminCreateChannel.body.safeParse({
    setup: { kind: form.kind, config, secrets: part('secret') },
    name: form.name,
    rules: form.rules.length === 0 ? null : form.rules,
    locale: form.locale,
    allow_private: form.allowPrivate,
    for_users: form.kind === 'email' && form.forUsers,
  })
  const faults = { ...privateFaults(form), ...(!read.success && faultsAt(form, read.error.issues)) }
  return Object.keys(faults).length === 0 && read.success ? { body: read.data, faults } : { body: undefined, faults }
}

/** Which fields lead into a private network although that is not allowed. */
export function privateFaults(form: ChannelForm): ChannelFaults {
  if (form.allowPrivate) return {}
  const host = textOf(form, 'host')
  return {
    ...(isPrivateAddress(textOf(form, 'url')) && { url: 'private' as const }),
    ...(host !== '' && isPrivateAddress(`smtp://${host}`) && { host: 'private' as const }),
  }
}

function faultsAt(form: ChannelForm, issues: readonly { path: readonly PropertyKey[] }[]): ChannelFaults {
  const kindOf = (name: 'name' | ChannelField) =>
    (name === 'name' ? form.name.trim() : textOf(form, name)) === '' ? 'missing' : 'wrong'
  const fields = ['name', ...CHANNEL_FORM[form.kind].map(([name]) => name)] as const
  return Object.fromEntries(
    fields.filter((name) => issues.some(({ path }) => path.includes(name))).map((name) => [name, kindOf(name)]),
  )
}

const textOf = (form: ChannelForm, name: ChannelField): string => form.values[name]?.trim() ?? ''

function wireOf(name: ChannelField, text: string): unknown {
  if (name === 'port') return Number(text.normalize('NFKC'))
  return name === 'to' ? addressesOf(text) : text
}

/** Which secrets of a channel are to be entered again with its set-up; left empty, it would have them no more. */
export function secretFaults(form: ChannelForm, before: ChannelView): ChannelFaults {
  const lost = CHANNEL_FORM[form.kind].filter(
    ([name]) => before.secrets_set.includes(name) && textOf(form, name) === '',
  )
  return Object.fromEntries(lost.map(([name]) => [name, 'missing']))
}

/** Whether anything was entered for the set-up again, which replaces it whole, secrets included. */
export function replacesSetup(form: ChannelForm, before: ChannelView): boolean {
  const was = formOf(before)
  return (
    form.security !== was.security ||
    CHANNEL_FORM[form.kind].some(([name]) => (form.values[name] ?? '') !== (was.values[name] ?? ''))
  )
}
