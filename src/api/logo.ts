import { createHash } from 'node:crypto'
import type { Endpoints } from '../contract/all.ts'
import { getLogo } from '../contract/site.ts'
import { mediaTypeOf, pictureIn } from '../core/picture.ts'
import type { Call } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'

type Picture = { type: string; bytes: Uint8Array<ArrayBuffer>; version: string }

/** The operator's own logo as the settings hold it. */
export type Logo = {
  /** The path at which this very picture may be kept; undefined where there is none. */
  path(): string | undefined
  answer(call: Pick<Call<Endpoints['getLogo']>, 'query' | 'ifNoneMatch'>): Response
}

/** A path with the right version names one picture for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Reads the logo out of the settings, once for each that was set. */
export function logoIn(settings: Deps['settings']): Logo {
  let read: { text: string; picture: Picture | null } = { text: '', picture: null }
  const now = () => {
    const text = settings()['site.logo']
    if (text !== read.text) read = { text, picture: pictureOf(text) }
    return read.picture
  }
  return {
    path: () => {
      const picture = now()
      return picture === null ? undefined : `${getLogo.path}?v=${picture.version}`
    },
    answer: ({ query, ifNoneMatch }) => {
      const { type, bytes, version } = found(now())
      const etag = `"${version}"`
      const headers = { etag, 'cache-control': query.v === version ? FOR_EVER : 'no-cache' }
      if (ifNoneMatch === etag) return new Response(null, { status: 304, headers })
      return new Response(bytes, {
        headers: { ...headers, 'content-type': type, 'content-length': String(bytes.length) },
      })
    },
  }
}

/** What of a picture is written down in its place; null where there is none. */
export function factsOf(base64: string): { type: string; bytes: number; version: string } | null {
  const picture = pictureIn(base64)
  return picture && { ...picture, version: versionOf(Buffer.from(base64, 'base64')) }
}

function pictureOf(base64: string): Picture | null {
  const picture = pictureIn(base64)
  if (picture === null) return null
  const bytes = Buffer.from(base64, 'base64')
  return { type: mediaTypeOf(picture.type), bytes, version: versionOf(bytes) }
}

const versionOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
