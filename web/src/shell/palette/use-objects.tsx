import { useQuery } from '@tanstack/react-query'
import { Boxes, KeyRound, Layers, UserRound } from 'lucide-react'
import { adminListKeys, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import { adminListUsers } from '../../../../src/contract/admin-users.ts'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { listKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked } from '../../lib/key/key-state.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { ask } from '../../lib/query.ts'
import { useScope } from '../../lib/scope.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useFormat, type Format } from '../../lib/use-format.ts'
import { Status } from '../../ui/status.tsx'
import type { Entry } from './entry.ts'
import { useSettingSpots } from './use-setting-spots.ts'

/** What the server looks for it sends so many of. */
const MOST_FOUND = 8

type Wanted = { text: string; users: boolean; others: boolean }
/** What is there to be found so far; `failed` when a question got no answer, and `retry` asks those anew. */
export type Objects = { entries: Entry[]; waiting: boolean; failed: boolean; retry: () => void }

/** Keys, models, users, providers and settings; nothing is asked for before something is looked for. */
export function useObjects({ text, users: wantUsers, others }: Wanted): Objects {
  const t = useTexts('palette')
  const format = useFormat()
  const admin = isAdmin(useUser())
  const everybody = useScope() === 'admin'
  const tz = format.voice.zone
  const keys = useKeys({ text, tz, enabled: others, everybody })
  const models = useModels(others, everybody)
  const providers = useQuery({ ...ask(adminListProviders), enabled: others && admin })
  const users = useQuery({
    ...ask(adminListUsers, { query: { q: text, limit: MOST_FOUND, tz } }),
    enabled: wantUsers && admin,
  })
  const settings = useSettingSpots(others && admin)
  const asked = [keys.query, models.query, providers, users, settings.query]
  const entries: Entry[] = [
    ...(keys.items?.map((key) => keyEntry(key, { month: t('month', { cost: format.usd(key.month.cost) }) })) ?? []),
    ...(models.items?.map((model) =>
      modelEntry(model, { everybody, format, context: (size) => t('context', { size }) }),
    ) ?? []),
    ...(users.data?.items.map(({ id, name, email }): Entry => ({
      id: `user:${id}`,
      group: 'users',
      icon: UserRound,
      title: name,
      also: `${email} ${id}`,
      hint: email,
      // Those of the text before stand there until the answer comes.
      ...(!users.isPlaceholderData && { answers: text }),
      href: `/admin/users?user=${id}`,
    })) ?? []),
    ...(providers.data?.items.map(({ id, name, slug }): Entry => ({
      id: `provider:${id}`,
      group: 'providers',
      icon: Boxes,
      title: name,
      also: slug,
      href: `/admin/providers/${id}`,
    })) ?? []),
    ...settings.entries,
  ]
  return {
    entries: others ? entries : entries.filter(({ group }) => group === 'users'),
    waiting: asked.some((one) => one.isLoading || one.isPlaceholderData),
    failed: asked.some((one) => one.isError),
    retry: () => {
      for (const one of asked) if (one.isError) void one.refetch()
    },
  }
}

type KeysWanted = { text: string; tz: string; enabled: boolean; everybody: boolean }

/** The own keys; those of everybody, as far as the text finds them, for who looks after them. */
function useKeys({ text, tz, enabled, everybody }: KeysWanted) {
  const own = useQuery({ ...ask(listKeys, { query: { tz } }), enabled: enabled && !everybody })
  const all = useQuery({
    ...ask(adminListKeys, { query: { q: text, limit: MOST_FOUND, tz } }),
    enabled: enabled && everybody,
  })
  const items: readonly (ApiKey | AdminKey)[] | undefined = everybody ? all.data?.items : own.data?.items
  return { query: everybody ? all : own, items }
}

/** What both lists of models tell. */
type ListedModel = Pick<Model, 'id' | 'display_name' | 'vendor' | 'aliases' | 'price' | 'context'>

/** The models one may use; every one for who looks after them. */
function useModels(enabled: boolean, everybody: boolean) {
  const own = useQuery({ ...ask(listModels), enabled: enabled && !everybody })
  const all = useQuery({ ...ask(adminListModels), enabled: enabled && everybody })
  const items: readonly ListedModel[] | undefined = everybody ? all.data?.items : own.data?.items
  return { query: everybody ? all : own, items }
}

function keyEntry(key: ApiKey | AdminKey, { month }: { month: string }): Entry {
  const owner = 'owner' in key ? key.owner : null
  return {
    id: `key:${key.id}`,
    group: 'keys',
    icon: KeyRound,
    title: key.name,
    also: `${key.prefix} ${key.last4} ${key.id} ${key.note} ${owner?.name ?? ''} ${owner?.email ?? ''}`,
    hint: (
      <>
        {owner !== null && `${owner.name} · `}
        <span className="m">{masked(key)}</span>
      </>
    ),
    after: (
      <>
        <span className="n hide">{month}</span>
        <Status state={`key_${keyState(key)}`} />
      </>
    ),
    href: `${owner === null ? '/dashboard/api-keys' : '/admin/keys'}?key=${key.id}`,
  }
}

type ModelWords = { everybody: boolean; format: Format; context: (size: string) => string }

function modelEntry(model: ListedModel, { everybody, format, context }: ModelWords): Entry {
  const { id, display_name: name, vendor, aliases, price } = model
  const prices = [price?.input, price?.output].flatMap((one) => (one === undefined ? [] : format.price(one)))
  const page = everybody ? '/admin/models-providers?tab=models&model=' : '/dashboard/models-providers?model='
  return {
    id: `model:${id}`,
    group: 'models',
    icon: Layers,
    title: id,
    also: [name, vendor, ...aliases].join(' '),
    hint: vendor,
    after: (
      <span className="n">
        {model.context !== null && context(sizeText(model.context))}
        {prices.length > 0 && <span className="hide"> · {prices.join(' / ')}</span>}
      </span>
    ),
    href: page + encodeURIComponent(id),
  }
}
