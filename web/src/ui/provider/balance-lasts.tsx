import type { BalanceView } from '../../../../src/contract/provider-balance.ts'
import { useBalanceWords } from './use-balance-words.ts'

/** How long what is left lasts, behind a dot, or in a table below it; nothing where nobody knows. By what it is reckoned is in the tooltip. */
export function BalanceLasts({ balance }: { balance: BalanceView }) {
  const words = useBalanceWords()
  const lasts = words.lasts(balance)
  return (
    lasts !== null && (
      <>
        <span className="in-[td]:hidden"> · </span>
        <span className="nw" title={words.pace(balance) ?? ''}>
          {lasts}
        </span>
      </>
    )
  )
}
