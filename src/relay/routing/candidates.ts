import { type AllowList, allows } from '../../core/bounds.ts'
import type { TargetEntry } from '../../core/directory.ts'
import { PROTOCOLS, type ProtocolId } from '../../core/protocol.ts'
import type { Hindrance, SkipReason } from '../../core/records.ts'
import type { Wanted } from '../../protocols/protocol.ts'
import { servedBy } from '../../protocols/translate/pairs.ts'

/** One way to reach a model, and the protocol it is asked in. */
export type Candidate = { target: TargetEntry; protocol: ProtocolId }

/** A candidate that will not be asked, and why. */
export type Skip = Candidate & { reason: SkipReason; hindrance?: Hindrance | undefined }

/** Whether requests of one protocol can be put into another. */
export type Translates = (from: ProtocolId, to: ProtocolId) => boolean

type Asked = { protocol: ProtocolId; wants?: Wanted | undefined }
type Sorted = { fit: readonly Candidate[]; skips: readonly Skip[] }

/** What was found of a list of targets, for as long as the directory has that list; what can be translated is always the same. */
const found = new WeakMap<readonly TargetEntry[], Map<string, Sorted>>()

/** What of a model's targets fits a caller's protocol, and what does not; no health is looked at. */
export function candidatesOf(asked: Asked, targets: readonly TargetEntry[], translates: Translates): Sorted {
  const name = asked.wants ? `${asked.protocol} ${asked.wants}` : asked.protocol
  let sorts = found.get(targets)
  if (!sorts) found.set(targets, (sorts = new Map<string, Sorted>()))
  const known = sorts.get(name)
  if (known) return known
  const sorted = sort(asked, targets, translates)
  sorts.set(name, sorted)
  return sorted
}

/** The same for an account that may use some providers only: whatever others could do, they are not asked. */
export function allowedOf({ fit, skips }: Sorted, providers: AllowList): Sorted {
  if (providers === null) return { fit, skips }
  const isAllowed = ({ target }: Candidate) => allows(providers, target.provider.id)
  const others = [...fit, ...skips].filter((candidate) => !isAllowed(candidate))
  const forbidden = others.map(({ target, protocol }): Skip => ({ target, protocol, reason: 'forbidden' }))
  return { fit: fit.filter(isAllowed), skips: [...skips.filter(isAllowed), ...forbidden] }
}

/** Whether who is skipped is there for the account at all, fit for what is asked or not. */
export function isOpen({ reason }: Pick<Skip, 'reason'>): boolean {
  return reason !== 'disabled' && reason !== 'forbidden'
}

function sort({ protocol, wants }: Asked, targets: readonly TargetEntry[], translates: Translates): Sorted {
  const spoken = servedBy(protocol, wants).filter((other) => other === protocol || translates(protocol, other))
  const skips: Skip[] = []
  const fit: Candidate[] = []
  for (const group of Map.groupBy(targets, wayOf).values()) {
    const ranked = group.map((target) => ({ target, rank: spoken.findIndex((id) => speaks(target, id)) }))
    const best = Math.min(...ranked.map(({ rank }) => (rank < 0 ? spoken.length : rank)))
    for (const { target, rank } of ranked) {
      const candidate = { target, protocol: spoken[rank] ?? protocol }
      if (rank < 0) skips.push({ ...candidate, reason: misfit(target, spoken) })
      // The same provider is better asked in another way: this one would only say the same less well.
      else if (rank > best) skips.push({ ...candidate, reason: 'format' })
      else if (!allows(target.credential.allowModels, target.model)) skips.push({ ...candidate, reason: 'model' })
      else fit.push(candidate)
    }
  }
  return { fit, skips }
}

function wayOf({ provider, credential, upstreamName }: TargetEntry): string {
  return `${provider.id} ${credential.id} ${upstreamName}`
}

/** Whether a target can be asked in a protocol. */
export function speaks({ endpoint }: TargetEntry, protocol: ProtocolId): boolean {
  const { dialect, capability } = PROTOCOLS[protocol]
  return endpoint.dialect === dialect && endpoint.capabilities.includes(capability)
}

/** An endpoint of the right dialect lacks the capability; any other speaks in a form that nobody here understands. */
function misfit({ endpoint }: TargetEntry, spoken: readonly ProtocolId[]): SkipReason {
  return spoken.some((id) => PROTOCOLS[id].dialect === endpoint.dialect) ? 'capability' : 'format'
}
