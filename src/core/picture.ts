/** What a picture is, and how many bytes it has. */
export type Picture = { type: PictureType; bytes: number }

/** The kinds of pictures that are taken. SVG is none of them: it can carry script. */
export const PICTURE_TYPES = ['PNG', 'JPEG', 'WebP'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** So many bytes, from the first on, tell what a picture is. */
export const PICTURE_HEAD_BYTES = 12

/** What begins with these bytes, whatever its name and sender say; null: none of the kinds that are taken. */
export function pictureType(head: Uint8Array): PictureType | null {
  const isAt = (at: number, ...bytes: readonly number[]) => bytes.every((byte, n) => head[at + n] === byte)
  if (isAt(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'PNG'
  if (isAt(0, 0xff, 0xd8, 0xff)) return 'JPEG'
  // `RIFF`, four bytes of length, `WEBP`.
  return isAt(0, 0x52, 0x49, 0x46, 0x46) && isAt(8, 0x57, 0x45, 0x42, 0x50) ? 'WebP' : null
}

/** What a picture in base64 is; null when it is no base64, or none of the kinds that are taken. */
export function pictureIn(base64: string): Picture | null {
  if (base64.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/.test(base64)) return null
  const head = atob(base64.slice(0, (PICTURE_HEAD_BYTES / 3) * 4))
  const type = pictureType(Uint8Array.from(head, (byte) => byte.charCodeAt(0)))
  const padding = base64.length - base64.replace(/=+$/, '').length
  return type && { type, bytes: (base64.length / 4) * 3 - padding }
}

/** The media type of a picture. */
export const mediaTypeOf = (type: PictureType): string => `image/${type.toLowerCase()}`

/** The address of a picture in base64 that stands for the picture itself; empty when it is none. */
export function dataUrlOf(base64: string): string {
  const picture = pictureIn(base64)
  return picture === null ? '' : `data:${mediaTypeOf(picture.type)};base64,${base64}`
}
