import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { PROTOCOLS } from '../core/protocol.ts'
import type { Protocol, Turn } from '../protocols/protocol.ts'
import type { Caller } from './authenticate.ts'
import type { Directory } from './directory.ts'

export type Plan = { model: ModelEntry; targets: readonly TargetEntry[] }

export type Planning = { directory: Directory; dice: () => number }

/** The model a caller may use by the name they gave; throws when there is none, it is not theirs, or it has no price. */
export function resolveModel(caller: Caller, name: string, directory: Directory): ModelEntry {
  const model = directory.model(name)
  if (!model) throw new GatewayError('model_not_found', { model: name })
  if (caller.allowModels && !caller.allowModels.includes(model.id))
    throw new GatewayError('model_not_allowed', { model: name })
  if (!model.price) throw new GatewayError('model_unpriced', { model: name })
  return model
}

/** The candidates of a request in the order they are asked: by priority, and by weight among equals. */
export function plan(caller: Caller, protocol: Protocol, turn: Turn, { directory, dice }: Planning): Plan {
  const model = resolveModel(caller, turn.model, directory)
  const { dialect, capability } = PROTOCOLS[protocol.id]
  const all = directory.targets(model.id)
  const fit = all.filter(
    ({ endpoint }) => endpoint.dialect === dialect && (endpoint.capabilities as readonly string[]).includes(capability),
  )
  // What waiting does not mend must not look like a passing fault: Codex repeats a 503 thirty times and a 404 never.
  if (fit.length === 0)
    throw new GatewayError(all.length === 0 ? 'no_upstream' : 'model_not_served', { model: turn.model })
  return { model, targets: inOrder(fit, dice) }
}

function inOrder(targets: readonly TargetEntry[], dice: () => number): TargetEntry[] {
  return targets
    .map((target) => ({ target, draw: draw(target.weight * target.credential.weight, dice) }))
    .toSorted(
      (a, b) =>
        a.target.priority - b.target.priority ||
        a.target.credential.priority - b.target.credential.priority ||
        a.draw - b.draw,
    )
    .map(({ target }) => target)
}

/** Sorting by these draws is a weighted shuffle (Efraimidis and Spirakis, 2006): the first is w / Σw likely to be each. */
function draw(weight: number, dice: () => number): number {
  return -Math.log(1 - dice()) / Math.max(weight, 1)
}
