import { asRecord, type Json, parseJson } from '../../core/json.ts'
import { formParts } from '../../protocols/pass-through/form-spans.ts'
import { invalid } from '../../protocols/translate/shape.ts'

/**
 * What an upload says of its file, to be sent in the place of what was written, so that nobody reads it in another way. A name is
 * the vendor's to give: all users share the account, where one that was chosen could be, or have been, somebody else's.
 */
export function aboutFile(json: Uint8Array): Buffer {
  if (json.length === 0) return Buffer.from('{}')
  const told = asRecord(parseJson(new TextDecoder().decode(json)))
  const file: Json = asRecord(told['file'])
  if (file['name'] !== undefined) throw invalid('`file.name` cannot be chosen here, as it is given by the vendor')
  return Buffer.from(JSON.stringify({ file }))
}

/**
 * The same of a file that comes in one, behind what is said of it (`multipart/related`, RFC 2387). The head of what is said is written
 * anew as well, and the type of it all: they could say that its text is to be read in another way, or another part first (`start`).
 */
export function aboutFileInOne(body: Buffer, contentType: string): { body: Buffer; contentType: string } {
  const [about, file, ...others] = formParts(body, contentType)
  if (!about || !file || others.length > 0)
    throw invalid('the body must have two parts, what is said of the file and the file')
  const mark = body.subarray(0, body.indexOf('\r\n'))
  const told = aboutFile(body.subarray(about.start, about.end))
  return {
    body: Buffer.concat([mark, ABOUT_HEAD, told, body.subarray(about.end)]),
    contentType: `multipart/related; boundary="${mark.subarray('--'.length).toString()}"`,
  }
}

const ABOUT_HEAD = Buffer.from('\r\ncontent-type: application/json\r\n\r\n')
