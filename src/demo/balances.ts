import type { Store } from '../store/store.ts'
import { CAST_BALANCE } from './cast.ts'

/** Keeps what is left at the vendor of the demo that tells, as the first of the hours at which it is asked would. */
export async function tellBalances({ providers }: Pick<Store, 'providers'>): Promise<void> {
  const tellers = (await providers.list()).filter(({ balanceAlert }) => balanceAlert !== null)
  for (const { id, credentials } of tellers) {
    for (const { id: credentialId } of credentials) {
      const secret = await providers.secretOf(id, credentialId)
      const answer = { ok: true, balance: CAST_BALANCE.told } as const
      if (secret !== undefined) await providers.saveBalance(id, { credentialId, secret, answer })
    }
  }
}
