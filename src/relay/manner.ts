import type { Translated, Turn } from '../protocols/protocol.ts'

/** How an answer goes out: what of a turn outlasts its request, whose body a live stream must not hold. */
export type Manner = Pick<Turn, 'stream' | 'streamType'> & { translated: Told | undefined }

type Told = Pick<Translated, 'contentType' | 'dropped'>

/** How the answer to a turn goes out. */
export function mannerOf({ stream, streamType, translated }: Turn): Manner {
  return { stream, ...(streamType !== undefined && { streamType }), translated: translated && toldOf(translated) }
}

function toldOf({ contentType, dropped }: Translated): Told {
  return { contentType, dropped }
}
