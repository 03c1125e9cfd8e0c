import type { TargetEntry } from '../core/directory.ts'
import type { ProtocolId } from '../core/protocol.ts'
import type { Addressed } from '../protocols/protocol.ts'
import { descriptorOf } from '../providers/all.ts'
import { reshapeOf } from '../providers/provider.ts'
import { withFields } from './body-fields.ts'

type Asked = { target: TargetEntry; protocol: ProtocolId; stream: boolean }

/** A call as a vendor's own server takes it, where that is not the protocol's way; everything not named there stays, byte for byte. */
export function reshaped(addressed: Addressed, { target, protocol, stream }: Asked): Addressed {
  const { provider, endpoint, upstreamName } = target
  const shape = reshapeOf(descriptorOf(provider.preset), endpoint.dialect, protocol)
  if (!shape) return addressed
  const model = upstreamName.split('/').map(encodeURIComponent).join('/')
  const verb = addressed.path.slice(addressed.path.lastIndexOf(':') + 1)
  const template = (stream && shape.streamPath) || shape.path
  const path = template.replaceAll(/\{(model|verb)\}/g, (_whole, name) => (name === 'model' ? model : verb))
  return { ...addressed, path, body: shape.fields ? withFields(addressed.body, shape.fields) : addressed.body }
}
