import { z } from 'zod'
import type { GatewayError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { Latest } from '../../core/latest.ts'
import type { Pin } from '../../core/pin.ts'
import { DAY_MS } from '../../core/time.ts'
import type { Envelope } from '../../vault/envelope.ts'

/** A file that is being sent in pieces: whose it is, and where alone its pieces go. */
export type Upload = Pick<Pin, 'userId' | 'endpointId' | 'credentialId'> & {
  /** The hash of the key it was begun with, which stands for its user where a piece shows none. */
  hash: string
  /** Path and query where its vendor takes pieces; whoever knows it may send some, so that no caller is told. */
  place: string
}

/** A call that may be broken off. */
type Current = { cut(why: GatewayError): void }

/** Uploads under way: the id of each is all that is known of it, sealed, so that they outlive the process and nothing is kept here. */
export type Uploads = {
  /** Answers the id of a new one. */
  open(upload: Upload): string
  /** Undefined where it was not made here, or longer ago than a day. */
  find(id: string): Upload | undefined
  /** The call about an upload that is under way from now on; the one before is taken out, to be broken off. `over` once it has ended. */
  take(upload: Upload, current: Current): { before: Current | undefined; over: () => void }
  /** Its vendor has taken what came last. */
  taken(upload: Upload): void
  /** Whether its vendor took what came last, or nothing has come yet. */
  goesWell(upload: Upload): boolean
}

/** Google takes no more pieces a few days after the first call; whoever went on so late would have begun anew. */
const OPEN_MS = DAY_MS
/** What an id is sealed for, so that nothing else that is sealed here can stand for one. */
const SEALED_FOR = 'upload of a file'

/** Of more the oldest may bring a piece that counts for nothing. */
const MOST_UNTAKEN = 10_000

const text = z.string().max(4096)
const sealed = z.tuple([text, text, text, text, text, z.number()])

/** Makes the ids of uploads and reads them. */
export function createUploads({ seal, open }: Pick<Envelope, 'seal' | 'open'>, now: () => number): Uploads {
  const currents = new Map<string, Current>()
  const untaken = new Latest<string, true>(MOST_UNTAKEN)
  return {
    open: ({ userId, hash, endpointId, credentialId, place }) =>
      seal(JSON.stringify([userId, hash, endpointId, credentialId, place, now()]), SEALED_FOR),
    find(id) {
      const said = sealed.safeParse(parseJson(opened(id, open) ?? ''))
      if (!said.success) return undefined
      const [userId, hash, endpointId, credentialId, place, openedAt] = said.data
      return openedAt + OPEN_MS > now() ? { userId, hash, endpointId, credentialId, place } : undefined
    },
    take(upload, current) {
      const which = placeOf(upload)
      const before = currents.get(which)
      currents.set(which, current)
      untaken.set(which, true)
      const over = () => {
        if (currents.get(which) === current) currents.delete(which)
      }
      return { before, over }
    },
    taken: (upload) => untaken.delete(placeOf(upload)),
    goesWell: (upload) => !untaken.has(placeOf(upload)),
  }
}

/** Not its id, which may be written in more than one way. */
function placeOf({ endpointId, place }: Upload): string {
  return `${endpointId} ${place}`
}

function opened(id: string, open: Envelope['open']): string | undefined {
  try {
    return open(id, SEALED_FOR)
  } catch {
    // Nobody's, of another data key, or changed: for whoever asks it comes to the same.
    return undefined
  }
}
