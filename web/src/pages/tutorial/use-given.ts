import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listModels, type OfferedModel } from '../../../../src/contract/catalogue.ts'
import { listKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import type { Tutorial } from '../../../../src/contract/tutorial.ts'
import { usePreference } from '../../lib/preferences.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { secretOf } from '../../lib/secrets.ts'
import { canCall } from '../../lib/tutorial/clients.ts'
import { pickModel } from '../../lib/tutorial/pick-model.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { useZone } from '../../lib/use-format.ts'
import type { Guide } from './guide.ts'
import { keyOfSecret } from './pick.ts'
import { SYSTEMS, systemOf, type System } from './systems.ts'

/** What the guides are filled with: chosen in the address, but a secret that was pasted is only in the memory of this page. */
export function useGiven(guide: Guide | undefined, suggested: Tutorial['models'] | undefined) {
  const origin = useOrigin()
  const zone = useZone()
  const keys = useQuery(ask(listKeys, { query: { tz: zone } }))
  const models = useQuery(ask(listModels))
  const own = usePreference('model')
  const [search, change] = useSearchParams()
  const [pasted, setPasted] = useState<Readonly<Record<string, string>>>({})
  const usable = (keys.data?.items ?? []).filter(({ status }) => status === 'active')
  const key = pickKey(usable, one(search, 'key'))
  const secret = key && (pasted[key.id] ?? secretOf(key.id))
  const callable = guide === undefined ? [] : offeredTo(models.data?.items ?? [], guide, key)
  const offered = callable.map(({ id }) => id)
  // The address, then the reader's own choice, then the operator's.
  const model = pickModel(offered, [one(search, 'model'), own, guide && suggested?.[guide.id]], guide)
  return {
    origin,
    keys,
    models,
    usable,
    key,
    secret,
    offered,
    model,
    /** What the model is offered over. */
    protocols: callable.find(({ id }) => id === model)?.protocols,
    system: pickSystem(one(search, 'os')),
    change,
    /** Takes a secret if it is of one of the keys, and chooses that key. */
    paste: (text: string): boolean => {
      const found = keyOfSecret(usable, text)
      if (found === undefined) return false
      setPasted((now) => ({ ...now, [found.id]: text }))
      change({ key: found.id })
      return true
    },
  }
}

/** What `useGiven` gives; `secret` is undefined while only its key is known here. */
export type GivenState = ReturnType<typeof useGiven>

/** The key that is asked for, else one whose secret is known here, else the newest. */
function pickKey(keys: readonly ApiKey[], wanted: string | undefined): ApiKey | undefined {
  return keys.find(({ id }) => id === wanted) ?? keys.find(({ id }) => secretOf(id) !== undefined) ?? keys[0]
}

const pickSystem = (wanted: string | undefined): System =>
  SYSTEMS.find((system) => system === wanted) ?? systemOf(navigator.userAgent)

function offeredTo(models: readonly OfferedModel[], guide: Guide, key: ApiKey | undefined): OfferedModel[] {
  const may = (id: string) => key?.allow_models?.includes(id) ?? true
  return models.filter((model) => model.kind === 'chat' && canCall(guide, model.protocols) && may(model.id))
}
