import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminListReferences } from '../../../../src/contract/references.ts'
import { adminSyncPrices } from '../../../../src/contract/prices.ts'
import { adminDiscoverModels, adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { adminUsage } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { fewAtOnce } from '../../lib/few-at-once.ts'
import { periodOf } from '../../lib/time-range.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useZone } from '../../lib/use-format.ts'
import { addedOf, factItems, priceItems, removedOf, type RemovedItem, type SyncItem } from './sync-items.ts'

const AT_ONCE = 3

/** What a check of all upstreams gave: what is otherwise there, who was asked, and who did not answer. */
export type Found = {
  at: string
  items: SyncItem[]
  asked: number
  silent: { provider: Provider; why: string }[]
}

/** Asks every provider in use what it offers, and the built-in catalogue what it has otherwise; `done` counts the providers that have answered. */
export function useSync() {
  const t = useTexts('providers')
  const zone = useZone()
  const [done, setDone] = useState(0)
  const [of, setOf] = useState(0)
  const query = useQuery({
    queryKey: ['sync'],
    queryFn: async ({ signal }): Promise<Found> => {
      setDone(0)
      const [{ items: models }, { items: references }, { items: all }, prices] = await Promise.all([
        call(adminListModels, { signal }),
        call(adminListReferences, { signal }),
        call(adminListProviders, { signal }),
        call(adminSyncPrices, { body: { accept: [] }, signal }),
      ])
      const asked = all.filter(isInUse)
      setOf(asked.length)
      const silent: Found['silent'] = []
      const added: SyncItem[] = []
      const removed: RemovedItem[] = []
      await fewAtOnce(asked, AT_ONCE, async (provider) => {
        try {
          const probes = await call(adminDiscoverModels, { params: { id: provider.id }, signal })
          const fault = probes.results.find(({ ok }) => !ok)
          if (fault && probes.models.length === 0) silent.push({ provider, why: fault.detail ?? '' })
          added.push(...addedOf(provider, probes, models))
          removed.push(...removedOf(provider, probes, all))
        } catch (error) {
          silent.push({ provider, why: whyOf(error, t('act.noAnswer')) })
        }
        setDone((before) => before + 1)
      })
      const facts = models.flatMap((model) =>
        factItems(
          model,
          references.find((one) => one.model === model.id),
        ),
      )
      const changed = [...priceItems(prices.changes, prices.manual), ...facts]
      const gone = await withRequests(removed, zone, signal)
      const items = [...added, ...changed, ...gone].toSorted(byName)
      return { at: new Date().toISOString(), items, asked: asked.length, silent }
    },
    // Every opening asks anew, and nothing is asked while it stands open.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { query, done, of }
}

/** Whoever is off, or has no secret to ask with, is not asked. */
function isInUse({ status, credentials }: Provider): boolean {
  return status !== 'disabled' && credentials.some((credential) => credential.status !== 'disabled')
}

/** With how much each was asked for in the last 7 days. */
async function withRequests(items: readonly RemovedItem[], zone: string, signal: AbortSignal): Promise<RemovedItem[]> {
  const period = periodQuery(periodOf('7d', { now: Date.now(), zone }), zone)
  const byProvider = Map.groupBy(items, ({ provider }) => provider.id)
  const told = await Promise.all(
    [...byProvider].map(async ([provider, own]) => {
      const query = { ...period, by: 'model' as const, provider }
      const { items: rows } = await call(adminUsage.breakdown, { query, signal })
      const requests = new Map(rows.map(({ id, current }) => [id, current.requests]))
      return own.map((item) => ({ ...item, requests: requests.get(item.model) ?? 0 }))
    }),
  )
  return told.flat()
}

function byName(a: SyncItem, b: SyncItem): number {
  return a.model.localeCompare(b.model, undefined, { numeric: true }) || a.key.localeCompare(b.key)
}
