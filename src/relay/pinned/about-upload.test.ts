import { expect, test } from 'vitest'
import { aboutFile, aboutFileInOne } from './about-upload.ts'

const said = (text: string) => aboutFile(Buffer.from(text)).toString()

test('what is said of a file goes on as it was understood', () => {
  expect(said('')).toBe('{}')
  expect(said('{"file":{"displayName":"a","displayName":"b"},"other":1}')).toBe('{"file":{"displayName":"b"}}')
  expect(said('no json')).toBe('{"file":{}}')
})

test('nobody chooses a name, which might be somebody else’s, however it is written', () => {
  for (const text of ['{"file":{"name":"files/x"}}', '{"file":{"n\\u0061me":"x"}}', '{"file":{},"file":{"name":""}}'])
    expect(() => said(text), text).toThrow(/cannot be chosen/)
})

const TYPE = 'multipart/related; boundary="b"'
const body = (about: string, file = 'bytes', end = '--b--\r\n') =>
  Buffer.from(`--b\r\ncontent-type: application/json\r\n\r\n${about}\r\n--b\r\n\r\n${file}\r\n${end}`)

test('of a file in one its bytes and all but what is said of it stay as they are', () => {
  expect(aboutFileInOne(body('{ "file": { "mimeType": "a/b" } }'), TYPE).body).toEqual(
    body('{"file":{"mimeType":"a/b"}}'),
  )
  expect(aboutFileInOne(body('{}'), 'multipart/related; boundary=b').body).toEqual(body('{"file":{}}'))
})

test('a body that two could read in two ways is refused', () => {
  expect(() => aboutFileInOne(body('{"file":{"name":"x"}}'), TYPE)).toThrow(/cannot be chosen/)
  expect(() => aboutFileInOne(body('{}', 'a --b c'), TYPE)).toThrow(/malformed/)
  expect(() => aboutFileInOne(Buffer.concat([Buffer.from('x'), body('{}')]), TYPE)).toThrow(/begin with its boundary/)
  expect(() => aboutFileInOne(body('{}'), 'multipart/related')).toThrow(/one boundary/)
  expect(() => aboutFileInOne(body('{}', 'cut', '--b'), TYPE)).toThrow(/cut off/)
  expect(() => aboutFileInOne(Buffer.from('--b\r\nno head\r\n--b\r\n\r\nx\r\n--b--'), TYPE)).toThrow(/malformed/)
  const third = body('{}', 'bytes\r\n--b\r\n\r\n{"file":{"name":"x"}}')
  expect(() => aboutFileInOne(third, TYPE)).toThrow(/two parts/)
})

test('no file is hidden behind a second boundary, by which another would cut the body', () => {
  const hidden = body('{}', 'x\r\n--c\r\n\r\n{"file":{"name":"files/x"}}\r\n--c\r\n\r\ny\r\n--c--')
  for (const type of ['boundary=c; boundary=b', 'boundary=c; Boundary="b"', 'boundary=b; boundary*0=c'])
    expect(() => aboutFileInOne(hidden, `multipart/related; ${type}`), type).toThrow(/one boundary/)
})

test('the part that tells of a file is the first for everybody, whichever the type of the body says', () => {
  const { contentType } = aboutFileInOne(body('{}'), 'multipart/related; start="<second>"; boundary=b')
  expect(contentType).toBe('multipart/related; boundary="b"')
})

test('the head of what is said of a file is written anew, as it may end sooner for another reader', () => {
  const told = Buffer.from(
    '--b\r\ncontent-transfer-encoding: base64\n\n{"file":{"name":"files/x"}}\r\n\r\n{}\r\n--b\r\n\r\nx\r\n--b--\r\n',
  )
  expect(aboutFileInOne(told, TYPE).body).toEqual(body('{"file":{}}', 'x'))
})
