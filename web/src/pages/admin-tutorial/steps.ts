import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import type { adminKeyFigures } from '../../../../src/contract/admin-keys.ts'
import type { adminUserFigures } from '../../../../src/contract/admin-users.ts'
import type { adminListProviders } from '../../../../src/contract/providers.ts'

type Provider = AnswerOf<typeof adminListProviders>['items'][number]
type Users = Pick<AnswerOf<typeof adminUserFigures>, 'active' | 'disabled' | 'exhausted'>
type Keys = Pick<AnswerOf<typeof adminKeyFigures>, 'active'>

/** What the gateway has so far. */
export type Found = {
  providers: readonly Pick<Provider, 'status' | 'credentials' | 'routes'>[]
  users: Users
  keys: Keys
  /** Whether anybody has made a request. */
  used: boolean
}

/** The way from an empty gateway to its first request, in order. */
export const STEP_IDS = ['provider', 'test', 'models', 'prices', 'users', 'keys', 'request'] as const
export type StepId = (typeof STEP_IDS)[number]

/** One step on the way to a gateway that serves: `partly` is begun and not done. */
export type StepState = {
  id: StepId
  state: 'done' | 'partly' | 'open'
  count: number
  all: number
  /** What it still lacks, by name. */
  lacking?: readonly string[]
}

/** How far each step is, by what there is and not by what was clicked. */
export function stepsOf({ providers, users, keys, used }: Found): StepState[] {
  const active = providers.filter(({ status }) => status === 'active')
  const credentials = active.flatMap((provider) => provider.credentials.filter(({ status }) => status !== 'disabled'))
  const proven = credentials.filter(({ status, last_used_at: at }) => status === 'active' && at !== null)
  const routes = active.flatMap((provider) => provider.routes.filter(({ enabled }) => enabled))
  const models = namesOf(routes)
  const unpriced = namesOf(routes.filter((route) => !route.priced))
  const priced = models.length - unpriced.length
  const people = users.active + users.disabled + users.exhausted
  return [
    step('provider', active.length, providers.length, active.length > 0),
    step('test', proven.length, credentials.length, credentials.length > 0 && proven.length === credentials.length),
    step('models', models.length, models.length, models.length > 0),
    { ...step('prices', priced, models.length, models.length > 0 && unpriced.length === 0), lacking: unpriced },
    // The first administrator is there from the beginning.
    { id: 'users', count: people, all: people, state: people > 1 ? 'done' : 'open' },
    step('keys', keys.active, keys.active, keys.active > 0),
    step('request', Number(used), 1, used),
  ]
}

const namesOf = (routes: readonly { model: string }[]): string[] => [...new Set(routes.map(({ model }) => model))]

function step(id: StepId, count: number, all: number, done: boolean): StepState {
  return { id, count, all, state: done ? 'done' : count > 0 ? 'partly' : 'open' }
}
