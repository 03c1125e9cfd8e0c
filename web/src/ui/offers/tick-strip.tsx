import type { Tick, TickState } from '../../../../src/contract/catalogue.ts'
import './offers.css'

const LOOKS: Record<TickState, string> = { ok: '', slow: 'warn', failed: 'err', none: 'none' }

type Props<T extends Tick> = {
  ticks: readonly T[]
  /** All of it in one sentence. */
  label: string
  /** What one tick says on hover. */
  words: (tick: T) => string
  /** As low as a line of text, for a table. */
  small?: boolean
}

/** How somebody did, tick by tick: bad ones are lower and of another colour. */
export function TickStrip<T extends Tick>({ ticks, label, words, small = false }: Props<T>) {
  return (
    <span className={small ? 'strip small' : 'strip'} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <i key={tick.at} className={LOOKS[tick.state]} title={words(tick)} />
      ))}
    </span>
  )
}

/** The class of a tick of a state, for strips that are drawn elsewhere. */
export const tickLook = (state: TickState): string => LOOKS[state]
