import type { CaptureView } from '../contract/captures.ts'
import { iso } from '../core/time.ts'
import type { Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { auditOf } from './trail.ts'

type CaptureHandlers = Pick<Handlers, 'usageCapture' | 'adminUsageCapture'>

/** What was said in requests: told to whoever made them, and to administrators, whose looking is written down. */
export function captureHandlers(deps: Deps): CaptureHandlers {
  return {
    usageCapture: (call) => readCapture(call.params.id, call.caller.user.id, deps),
    async adminUsageCapture(call) {
      const told = await readCapture(call.params.id, null, deps)
      if (told.at !== null) await deps.store.audit.record(lookedAt(call, call.params.id))
      return told
    },
  }
}

function lookedAt(call: SignedCall, id: string) {
  return auditOf(call, { action: 'request.read', targetKind: 'request', targetId: id, before: null, after: null })
}

/** `userId` null: of anybody, as an administrator may know it. */
async function readCapture(
  id: string,
  userId: string | null,
  { store, captures, settings }: Deps,
): Promise<CaptureView> {
  found(await store.requests.get(id, userId))
  const kept = await captures.get(id)
  const level_now = settings()['capture.level']
  if (!kept) return { at: null, path: null, bodies: null, level_now, request: null, answer: null, upstream: [] }
  const { at, path, bodies, request, answer, upstream } = kept
  return { at: iso(at), path, bodies, level_now, request, answer, upstream: userId === null ? upstream : [] }
}
