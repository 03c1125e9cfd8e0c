import type { TargetEntry } from '../core/directory.ts'
import type { Addressed, Turn } from '../protocols/protocol.ts'
import { descriptorOf } from '../providers/all.ts'
import { seedNameOf } from '../providers/provider.ts'
import { withFields, withName } from './body-fields.ts'

const NAMES = ['seed', 'random_seed'] as const

/** A chat call with its seed under the name that the vendor's server knows it by; all else stays, byte for byte. */
export function withSeedNamed(addressed: Addressed, { spans }: Turn, { provider, endpoint }: TargetEntry): Addressed {
  // Few ask with one, and where the request has none it is not gone through again.
  if (!spans || NAMES.every((name) => spans.of(name).length === 0)) return addressed
  const known = seedNameOf(descriptorOf(provider.preset), endpoint.dialect)
  const other = NAMES.find((name) => name !== known && spans.of(name).length > 0)
  if (known === null || other === undefined) return addressed
  const { body } = addressed
  const named = spans.of(known).length > 0 ? withFields(body, { [other]: null }) : withName(body, other, known)
  return { ...addressed, body: named }
}
