import type { Contestant } from './contestant.ts'
import type { BenchGateway } from './gateway.ts'
import type { Row } from './row.ts'
import type { Upstreams } from './upstream.ts'

/** Who takes part, and how long each measures. */
export type Stage = {
  folder: string
  upstreams: Upstreams
  yumen: BenchGateway
  /** The floor, and whoever else is compared. */
  others: readonly Contestant[]
  rounds: number
  seconds: number
  say: (line: string) => void
}

/** Not counted: long enough for code to be compiled as it will be run, on the core that is measured, at which V8 still is after six. */
export const WARM_SECONDS = 20

export type Scenario = (stage: Stage) => Promise<Row[]>

/** A value of each contestant in each round: they take turns, so that a busy moment of the machine is everybody's. */
export async function takeTurns<T>(
  { yumen, others, rounds, say }: Stage,
  measure: (contestant: Contestant) => Promise<T>,
  tell: (value: T) => string,
): Promise<Partial<Record<Contestant['name'], T[]>> & { yumen: T[] }> {
  const found: Partial<Record<Contestant['name'], T[]>> & { yumen: T[] } = { yumen: [] }
  for (let round = 1; round <= rounds; round += 1)
    for (const contestant of [...others, yumen]) {
      const value = await measure(contestant)
      const values = (found[contestant.name] ??= [])
      values.push(value)
      say(`  round ${round}  ${contestant.name.padEnd(8)} ${tell(value)}`)
    }
  return found
}
