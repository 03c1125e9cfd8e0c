import { isDeepStrictEqual } from 'node:util'
import type { Store } from '../store/store.ts'

const STARTED = 'server.started'

/** Writes down that another program begins to serve than the one that was told last; a start of the same one is no news. */
export async function tellStart(
  { audit }: Pick<Store, 'audit'>,
  { version, buildId }: { version: string; buildId: string },
): Promise<void> {
  const [last] = (await audit.list({ actions: [STARTED], limit: 1 })).items
  const after = { version, build: buildId }
  if (last && isDeepStrictEqual(last.after, after)) return
  await audit.record({
    actorId: null,
    action: STARTED,
    targetKind: 'server',
    targetId: version,
    before: last?.after ?? null,
    after,
    ip: '',
    client: '',
    requestId: '',
    outcome: 'done',
  })
}
