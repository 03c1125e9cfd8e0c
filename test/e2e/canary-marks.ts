import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Words that must not be found, by what they are. */
type Marks = ReadonlyMap<string, string>

/** Something that was written or said, and where. */
export type Said = { where: string; bytes: Buffer }

/** Every mark that stands in what was said, in any of the forms in which it may be written: `what (form) where`. */
export function foundIn(said: readonly Said[], marks: Marks): string[] {
  const forms = [...marks].flatMap(([what, word]) => formsOf(word).map(([form, bytes]) => ({ what, form, bytes })))
  return said.flatMap(({ where, bytes: all }) =>
    forms.filter(({ bytes }) => all.includes(bytes)).map(({ what, form }) => `${what} (${form}) ${where}`),
  )
}

/** A word as it is, hidden in the usual ways. */
function formsOf(word: string): [form: string, bytes: Buffer][] {
  const plain = Buffer.from(word)
  const hex = plain.toString('hex')
  const url = encodeURIComponent(word)
  const forms: [string, Buffer][] = [
    ['as it is', plain],
    ['UTF-16', Buffer.from(word, 'utf16le')],
    ['hex', Buffer.from(hex)],
    ['HEX', Buffer.from(hex.toUpperCase())],
    ['percents', Buffer.from(hex.replaceAll(/../g, '%$&'))],
    ['escapes', Buffer.from(hex.replaceAll(/../g, '\\u00$&'))],
    ...[0, 1, 2].flatMap((before): [string, Buffer][] => {
      // What stands before it moves it among the groups of three; the characters at its edges hold some of its neighbours.
      const base64 = Buffer.concat([Buffer.alloc(before), plain])
        .toString('base64')
        .replace(/=+$/, '')
      const own = base64.slice(Math.ceil((before * 8) / 6), -1)
      return [
        ['base64', Buffer.from(own)],
        ['base64url', Buffer.from(own.replaceAll('+', '-').replaceAll('/', '_'))],
      ]
    }),
  ]
  if (url !== word) forms.push(['URL', Buffer.from(url)])
  return forms
}

/** Every file of a folder, as it is. */
export async function filesOf(folder: string, when: string): Promise<Said[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => ({
        where: `in the file ${name} ${when}`,
        bytes: await readFile(join(parentPath, name)),
      })),
  )
}
