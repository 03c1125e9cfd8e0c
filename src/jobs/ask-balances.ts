import type { BalanceAnswer, BalanceOutcome } from '../core/balance.ts'
import type { FreeQuestion } from '../core/free-question.ts'
import type { JobReport } from '../core/jobs.ts'
import type { Line } from '../core/line.ts'

/** A provider as asking needs it. */
type Account = {
  id: string
  preset: string
  status: string
  allowPrivate: boolean
  /** Another one after every change. */
  version: number
  endpoints: readonly { dialect: string; baseUrl: string }[]
  credentials: readonly { id: string; status: string }[]
}

/** Who is asked what is left of an operator's money, with what, and where the answer is kept. */
export type BalanceDesk = {
  providers: {
    list(): Promise<readonly Account[]>
    get(id: string): Promise<Account | undefined>
    secretOf(id: string, credentialId: string): Promise<string | undefined>
    lineOf(id: string): Promise<Line | undefined | null>
    saveBalance(id: string, asked: { credentialId: string; secret: string; answer: BalanceAnswer }): Promise<void>
  }
  /** Whether the vendor of a preset can be asked. */
  tells(preset: string): boolean
  ask: (question: FreeQuestion) => Promise<BalanceAnswer>
}

/** So many providers are asked at once, each with one credential after another. */
const AT_ONCE = 8

/** Asks what is left of the account of each credential that is on, where the vendor can be asked; throws once the signal fires. */
export async function askBalances(desk: BalanceDesk, signal: AbortSignal): Promise<JobReport> {
  const asked = (await desk.providers.list()).filter(
    ({ preset, status }) => status !== 'disabled' && desk.tells(preset),
  )
  const said = { told: 0, failed: 0 }
  const waiting = asked.values()
  const work = async () => {
    for (const provider of waiting) {
      for (const { id } of provider.credentials.filter(({ status }) => status !== 'disabled')) {
        said[(await askBalanceOf([provider.id, id], desk, signal)) === 'told' ? 'told' : 'failed'] += 1
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return said
}

/** Asks what is left of the account of one credential and keeps the answer; throws once the signal fires, and keeps nothing then. */
export async function askBalanceOf(
  [id, credentialId]: readonly [provider: string, credential: string],
  { providers, ask }: BalanceDesk,
  signal: AbortSignal,
): Promise<BalanceOutcome> {
  const provider = await providers.get(id)
  const [endpoint] = provider?.endpoints.toSorted((one, other) => rank(one) - rank(other)) ?? []
  const secret = await providers.secretOf(id, credentialId)
  if (secret === undefined || !provider || !endpoint) return 'no_secret'
  const line = await providers.lineOf(id)
  if (line === null) return 'no_line'
  // A secret that was given with another address must not go to the one that was read before it.
  if ((await providers.get(id))?.version !== provider.version) return 'failed'
  signal.throwIfAborted()
  const { preset, allowPrivate } = provider
  const answer = await ask({ preset, baseUrl: endpoint.baseUrl, secret, allowPrivate, line, signal })
  signal.throwIfAborted()
  await providers.saveBalance(id, { credentialId, secret, answer })
  return answer.ok ? 'told' : 'failed'
}

/** Vendors document balances beside the API that most of them began with. */
function rank({ dialect }: { dialect: string }): number {
  return dialect === 'openai' ? 0 : 1
}
