import { MAX_CREDENTIALS } from '../contract/add-credentials.ts'
import type { Endpoints } from '../contract/all.ts'
import type { AnswerOf } from '../contract/endpoint.ts'
import { asInput } from '../store/credentials.ts'
import type { Provider as StoredProvider } from '../store/provider-view.ts'
import { askAnew } from './anew.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { invalid } from './errors.ts'
import { answerOf, providerOf } from './provider-answer.ts'
import { accepted, credentialIn, readProvider, withoutSecrets } from './providers.ts'
import { auditOf } from './trail.ts'

/** Many credentials at once, as they are pasted. */
export function addCredentialsHandlers(deps: Deps): Pick<Handlers, 'adminAddCredentials'> {
  return { adminAddCredentials: (call) => addCredentials(call, deps) }
}

type Adding = Endpoints['adminAddCredentials']

async function addCredentials(call: Call<Adding>, deps: Deps): Promise<AnswerOf<Adding>> {
  const { params, body } = call
  const stored = await readProvider(params.id, deps)
  const results = await doubles(body.credentials, stored, deps)
  const fresh = body.credentials.filter((_, at) => results[at]?.same_as === null)
  const told = { results, added: fresh.length }
  if (body.dry_run || fresh.length === 0) return { ...told, provider: await answerOf(stored, deps) }
  requireRoom(stored, fresh.length)
  const given = fresh.map(credentialIn)
  const credentials = [...stored.credentials.map(asInput), ...given]
  const facts = {
    targetKind: 'provider',
    targetId: params.id,
    before: providerOf(stored, deps.routing),
    after: withoutSecrets({ credentials: [...stored.credentials.map(asInput), ...fresh] }),
  }
  const audit = auditOf(call, { action: 'provider.changed', ...facts })
  // What was found to be double holds for what was read, and no longer.
  const outcome = await deps.store.providers.patch(params.id, { credentials, ifVersion: stored.version }, { audit })
  const changed = accepted(outcome)
  await deps.changed()
  askAnew(changed, { before: stored, given }, deps)
  return { ...told, provider: await answerOf(changed, deps) }
}

type Given = Call<Adding>['body']['credentials']

/** Whose secret is there already or comes again; one that does not open any more is like no other. */
async function doubles(
  given: Given,
  { id, credentials }: StoredProvider,
  { store }: Deps,
): Promise<AnswerOf<Adding>['results']> {
  const holders = new Map<string, string>()
  for (const credential of credentials) {
    const secret = await store.providers.secretOf(id, credential.id)
    if (secret !== undefined) holders.set(secret, credential.name)
  }
  return given.map(({ name, secret }) => {
    const holder = holders.get(secret) ?? null
    if (holder === null) holders.set(secret, name)
    return { name, same_as: holder }
  })
}

function requireRoom({ credentials }: StoredProvider, more: number): void {
  const room = MAX_CREDENTIALS - credentials.length
  if (more <= room) return
  throw invalid({
    credentials: {
      zh: `一个提供商最多 ${MAX_CREDENTIALS} 个密钥，还能添加 ${room} 个，这里有 ${more} 个`,
      en: `A provider has at most ${MAX_CREDENTIALS} credentials: ${room} more can be added, and these are ${more}`,
    },
  })
}
