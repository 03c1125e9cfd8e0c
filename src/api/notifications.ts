import type { Endpoints } from '../contract/all.ts'
import type { AlertView, ChannelView } from '../contract/notifications.ts'
import { newId } from '../core/ids.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { Alert } from '../store/alerts.ts'
import type { ChannelPatch, StoredChannel } from '../store/channels.ts'
import type { Call, CallFacts, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, found } from './errors.ts'
import { auditOf } from './trail.ts'

type NotificationHandlers = Pick<
  Handlers,
  | 'adminListChannels'
  | 'adminCreateChannel'
  | 'adminPatchChannel'
  | 'adminDeleteChannel'
  | 'adminTestChannel'
  | 'adminListAlerts'
>

/** Where operators are told of what goes wrong, and what they were told. */
export function notificationHandlers(deps: Deps): NotificationHandlers {
  const { channels, alerts } = deps.store
  return {
    adminListChannels: async () => ({ items: (await channels.list()).map(channelView), next: null }),
    adminCreateChannel: (call) => createChannel(call, deps),
    adminPatchChannel: (call) => patchChannel(call, deps),
    adminDeleteChannel: async (call) => {
      const before = await readChannel(call.params.id, deps)
      const facts = { targetKind: 'channel', targetId: before.id, before: told(before), after: null }
      found(await channels.remove(before.id, { audit: auditOf(call, { action: 'channel.deleted', ...facts }) }))
      return null
    },
    adminTestChannel: async ({ params }) => {
      const { setup, allowPrivate, locale } = await readChannel(params.id, deps)
      if (!setup) return { ok: false, problem: 'unreadable' }
      return deps.notify.test({ setup, allowPrivate, locale })
    },
    adminListAlerts: async ({ query, locale }) => {
      const { limit, cursor, rule, state } = query
      const open = state && state === 'open'
      const { items, next } = await alerts.list({ limit, cursor, rules: rule, open })
      return { items: items.map((alert) => alertView(alert, locale, deps)), next }
    },
  }
}

async function createChannel(call: Call<Endpoints['adminCreateChannel']>, deps: Deps): Promise<ChannelView> {
  const { allow_private: allowPrivate, for_users: forUsers, ...body } = call.body
  const channel = { ...body, allowPrivate, forUsers, id: newId(deps.clock.now()) }
  const after = told(channel)
  const facts = { targetKind: 'channel', targetId: channel.id, before: null, after }
  const audit = auditOf(call, { action: 'channel.created', ...facts })
  return channelView(await deps.store.channels.create(channel, { audit }))
}

async function patchChannel(call: Call<Endpoints['adminPatchChannel']>, deps: Deps): Promise<ChannelView> {
  const { name, rules, locale, allow_private: allowPrivate, enabled, for_users: forUsers, setup } = call.body
  const before = await readChannel(call.params.id, deps)
  if (!differs(call.body, channelView(before)) && sawNewest(call, before)) {
    return channelView(before)
  }
  const given = Object.entries({ name, rules, locale, allowPrivate, enabled, forUsers, setup })
  const patch = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Omit<ChannelPatch, 'ifVersion'>
  const after = told({ ...before, ...patch })
  const facts = { targetKind: 'channel', targetId: before.id, before: told(before), after }
  const audit = auditOf(call, { action: 'channel.changed', ...facts })
  const changed = await deps.store.channels.patch(before.id, { ...patch, ifVersion: call.ifMatch }, { audit })
  if (!changed.ok) throw new ApiError(changed.refused)
  return channelView(changed.value)
}

async function readChannel(id: string, deps: Deps): Promise<StoredChannel> {
  return found(await deps.store.channels.get(id))
}

type Telling = Pick<StoredChannel, 'name' | 'rules' | 'locale' | 'allowPrivate' | 'enabled' | 'forUsers' | 'setup'>

/** What an audit row says of a channel: of its secrets only which are set. */
function told({ name, rules, locale, allowPrivate, enabled, forUsers, setup }: Telling) {
  const secrets = Object.keys(setup?.secrets ?? {})
  return {
    name,
    kind: setup?.kind,
    rules,
    locale,
    allow_private: allowPrivate,
    enabled,
    for_users: forUsers,
    config: setup?.config,
    secrets,
  }
}

function channelView(channel: StoredChannel): ChannelView {
  const { setup, allowPrivate, createdAt, id, name, kind, rules, locale, enabled, forUsers, version } = channel
  const config: Record<string, unknown> = { ...setup?.config }
  const secrets = Object.entries(setup?.secrets ?? {}).filter(([, value]) => value !== undefined)
  return {
    id,
    name,
    kind,
    config,
    secrets_set: secrets.map(([field]) => field),
    unreadable: setup === null,
    rules,
    locale,
    allow_private: allowPrivate,
    enabled,
    for_users: forUsers,
    version,
    created_at: iso(createdAt),
  }
}

function alertView(alert: Alert, locale: CallFacts['locale'], { notify }: Deps): AlertView {
  const { id, rule, subject, facts, firedAt, resolvedAt, deliveries } = alert
  const { title, text, severity, link } = notify.say(alert, locale)
  return {
    id,
    rule,
    subject,
    facts,
    title,
    detail: text,
    severity,
    link,
    fired_at: iso(firedAt),
    resolved_at: isoOrNull(resolvedAt),
    deliveries: deliveries.map((delivery) => ({ ...delivery, at: iso(delivery.at) })),
  }
}
