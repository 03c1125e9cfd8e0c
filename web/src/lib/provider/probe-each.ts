import { adminTestProvider, type Probe, type Probes, type Provider } from '../../../../src/contract/providers.ts'
import { call } from '../call.ts'
import { fewAtOnce } from '../few-at-once.ts'

/** What asking with each of several credentials gave; of one alone nothing names it. */
export type EachProbe = Omit<Probes, 'results'> & { results: (Probe & { credential?: string })[] }

/** An upstream may bound how often it is asked. */
const AT_ONCE = 4

type Named = { name: string }

/** Asks with each credential and tells together what they gave: what works with the first may be refused with the next. Throws what the first question throws that fails. */
export async function probeEach<C extends Named>(
  credentials: readonly C[],
  ask: (credential: C) => Promise<Probes>,
): Promise<EachProbe> {
  const answers = new Map<C, Probes>()
  await fewAtOnce(credentials, AT_ONCE, async (credential) => {
    answers.set(credential, await ask(credential))
  })
  const inOrder = credentials.flatMap((credential) => {
    const probes = answers.get(credential)
    return probes ? [{ credential, probes }] : []
  })
  const models = new Map(inOrder.flatMap(({ probes }) => probes.models.map((model) => [model.id, model] as const)))
  return {
    ok: inOrder.every(({ probes }) => probes.ok),
    results: inOrder.flatMap(({ credential, probes }) =>
      credentials.length === 1
        ? probes.results
        : probes.results.map((result) => ({ ...result, credential: credential.name })),
    ),
    models: [...models.values()],
  }
}

/** A provider as far as it is tried: its credentials that are on. */
export type Tried = { id: string; credentials: readonly (Named & { id: string })[] }

/** What of a saved provider is tried. */
export const triedOf = ({ id, credentials }: Pick<Provider, 'id' | 'credentials'>): Tried => ({
  id,
  credentials: credentials.filter(({ status }) => status !== 'disabled').map((one) => ({ id: one.id, name: one.name })),
})

/** Asks every endpoint of a saved provider with each credential that is on. */
export function testEach({ id, credentials }: Tried, signal: AbortSignal): Promise<EachProbe> {
  // Without any the server says so.
  if (credentials.length === 0) return call(adminTestProvider, { params: { id }, signal })
  return probeEach(credentials, (credential) =>
    call(adminTestProvider, { params: { id }, query: { credential: credential.id }, signal }),
  )
}
