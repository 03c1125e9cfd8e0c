import { dataUrlOf, PICTURE_HEAD_BYTES, pictureType } from '../../../../src/core/picture.ts'

/** Why a file is not taken: it is no picture of the kinds that are, has too many bytes, or cannot be shown. */
export type PictureFault = 'type' | 'size' | 'broken'

type Read = { ok: true; base64: string } | { ok: false; fault: PictureFault }

/** Reads a picture from a file, into base64; what the server would refuse is not sent at all. */
export async function readPicture(file: Blob, maxBytes: number): Promise<Read> {
  const head = new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer())
  if (pictureType(head) === null) return { ok: false, fault: 'type' }
  if (file.size > maxBytes) return { ok: false, fault: 'size' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return (await isShown(dataUrlOf(base64))) ? { ok: true, base64 } : { ok: false, fault: 'broken' }
}

/** What begins like a picture need not be a whole one: nobody would see it. */
function isShown(url: string): Promise<boolean> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => true,
    () => false,
  )
}
