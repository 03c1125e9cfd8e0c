import { askBalanceOf, type BalanceDesk } from './ask-balances.ts'

/** Asks vendors beside what is under way; disposing gives that up and waits until it has ended. */
export type SoonAsked = AsyncDisposable & {
  /** Asks what is left of the accounts of credentials of a provider, one after another, and keeps the answers. */
  ask(provider: string, credentials: readonly string[]): void
}

/** Nobody waits for what is asked; `fault` hears of what should not have happened. */
export function openSoonAsked(desk: BalanceDesk, fault: (error: unknown) => void): SoonAsked {
  const end = new AbortController()
  const asking = new Set<Promise<void>>()

  async function askAll(provider: string, credentials: readonly string[]): Promise<void> {
    try {
      for (const credential of credentials) await askBalanceOf([provider, credential], desk, end.signal)
    } catch (error) {
      if (!end.signal.aborted) fault(error)
    }
  }

  return {
    ask(provider, credentials) {
      const asked = askAll(provider, credentials).finally(() => asking.delete(asked))
      asking.add(asked)
    },
    async [Symbol.asyncDispose]() {
      end.abort()
      await Promise.all(asking)
    },
  }
}
