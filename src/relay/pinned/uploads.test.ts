import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { DAY_MS } from '../../core/time.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { createUploads } from './uploads.ts'

const envelope = createEnvelope(Buffer.alloc(32, 1), 'k1')
const UPLOAD = { userId: 'u1', hash: 'h', endpointId: 'e', credentialId: 'c', place: '/upload?upload_id=the-vendor-s' }

test('an upload is found by its id for a day, also by a process that did not make it', () => {
  let now = 1_800_000_000_000
  const id = createUploads(envelope, () => now).open(UPLOAD)
  const after = createUploads(envelope, () => now)
  expect(after.find(id)).toEqual(UPLOAD)
  now += DAY_MS - 1
  expect(after.find(id)).toEqual(UPLOAD)
  now += 1
  expect(after.find(id)).toBeUndefined()
})

test('an id can stand in an address, tells nothing, and is nobody’s once a letter of it is another', () => {
  const uploads = createUploads(envelope, () => 0)
  const id = uploads.open(UPLOAD)
  expect(id).toMatch(/^[\w.-]+$/)
  expect(id).not.toBe(uploads.open(UPLOAD))
  const plain = Buffer.from(id.split('.')[2] ?? '', 'base64url').toString('latin1')
  expect(plain).not.toContain('the-vendor-s')
  const at = id.length - 10
  const other = id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1)
  for (const wrong of [other, '', 'guessed', envelope.seal('[]', 'something else')])
    expect(uploads.find(wrong)).toBeUndefined()
  expect(createUploads(createEnvelope(Buffer.alloc(32, 2), 'k1'), () => 0).find(id)).toBeUndefined()
})

test('whoever goes on takes the place of the call before, and leaves it when it is over', () => {
  const uploads = createUploads(envelope, () => 0)
  const cut: string[] = []
  const call = (name: string) => ({ cut: (why: GatewayError) => void cut.push(`${name} ${why.code}`) })
  const one = uploads.take(UPLOAD, call('one'))
  expect(one.before).toBeUndefined()
  const two = uploads.take(UPLOAD, call('two'))
  two.before?.cut(new GatewayError('body_incomplete'))
  expect(cut).toEqual(['one body_incomplete'])
  // What ends after it was replaced takes nothing away.
  one.over()
  two.over()
  expect(uploads.take(UPLOAD, call('three')).before).toBeUndefined()
  expect(uploads.take({ ...UPLOAD, place: '/other' }, call('four')).before).toBeUndefined()
})
