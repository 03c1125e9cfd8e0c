import type { SimulationRequest, TimedSimulation } from '../core/simulation.ts'

/** What a request would meet where no provider has its model. */
export function nothingSimulated({ model }: Pick<SimulationRequest, 'model'>): TimedSimulation {
  const when = { at: 0, tookMs: 0 }
  return { ...when, model, strategy: 'priority', maxAttempts: 3, fates: [], refusal: null }
}
