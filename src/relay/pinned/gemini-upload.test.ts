import { expect, test } from 'vitest'
import { createEnvelope } from '../../vault/envelope.ts'
import { countsAs } from './gemini-upload.ts'
import { createUploads } from './uploads.ts'

const uploads = createUploads(createEnvelope(Buffer.alloc(32, 1), 'k1'), () => 0)
const upload = { userId: 'u1', hash: 'h', endpointId: 'e1', credentialId: 'c1', place: '/' }
const own = uploads.open(upload)

test.each([
  ['', 'start', undefined, 'call'],
  ['', 'start', '9000000', 'call'],
  [own, 'query', undefined, 'look'],
  [own, 'finalize', '0', 'look'],
  [own, 'upload, finalize', '262143', 'look'],
  [own, 'upload, finalize', '262144', 'nothing'],
  [own, 'upload', '8388608', 'nothing'],
  [own, 'query', '8388608', 'look'],
  ['nobody', 'upload', '8388608', 'look'],
])('of the upload “%s” the command %s with %s bytes counts as a %s', (id, command, length, counts) => {
  const headers = { 'x-goog-upload-command': command, ...(length !== undefined && { 'content-length': length }) }
  const query = new URLSearchParams(id === '' ? '' : { upload_id: id })
  expect(countsAs({ query, headers }, { userId: 'u1' }, uploads)).toBe(counts)
})

test('a piece of somebody else’s upload is a look', () => {
  const headers = { 'x-goog-upload-command': 'upload', 'content-length': '8388608' }
  const query = new URLSearchParams({ upload_id: own })
  expect(countsAs({ query, headers }, { userId: 'u2' }, uploads)).toBe('look')
})

test('a piece after one that its vendor did not take is a look, as neither may have brought what it said', () => {
  const headers = { 'x-goog-upload-command': 'upload', 'content-length': '8388608' }
  const query = new URLSearchParams({ upload_id: own })
  const counts = () => countsAs({ query, headers }, { userId: 'u1' }, uploads)
  uploads.take(upload, { cut: () => {} }).over()
  expect(counts()).toBe('look')
  uploads.taken(upload)
  expect(counts()).toBe('nothing')
})
