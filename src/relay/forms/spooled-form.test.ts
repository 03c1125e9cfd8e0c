import { PassThrough } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createBodyRoom } from '../body-room.ts'
import { createSpooler, type Spooler } from './spool.ts'
import { readForm } from './spooled-form.ts'

const ANY_ROOM = () => ({ [Symbol.dispose]: () => undefined })
const at = (spooler: Spooler) => ({ open: () => spooler.open('u'), hold: ANY_ROOM })

const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'

/** A request that brings a form with a file of so many bytes. */
function formOf(size: number): IncomingMessage {
  const request = Object.assign(new PassThrough(), { headers: {} })
  request.end(`${HEAD}${'x'.repeat(size)}\r\n--b--\r\n`)
  return request as unknown as IncomingMessage
}

test('a form that cannot be put aside is no mistake of its caller', async () => {
  // No folder can be made within a device.
  const spooler = createSpooler('/dev/null/uploads')
  await expect(readForm(formOf(300_000), 'b', at(spooler))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('a form for which the disk has no room is refused for now', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const spool = { ...createSpooler('').open('u'), write: () => Promise.reject(full) }
  await expect(readForm(formOf(1), 'b', at({ open: () => spool }))).rejects.toMatchObject({ code: 'uploads_full' })
})

test('a form whose caller leaves midway is incomplete', async () => {
  const request = Object.assign(new PassThrough(), { headers: {} })
  request.write(HEAD)
  request.destroy(new Error('aborted'))
  const reading = readForm(request as unknown as IncomingMessage, 'b', at(createSpooler('')))
  await expect(reading).rejects.toMatchObject({ code: 'body_incomplete' })
})

test('forms that are read into memory share the room of all bodies, and give it back', async () => {
  const room = createBodyRoom(1000)
  const parts = { open: () => createSpooler('').open('u'), hold: (bytes: number) => room.hold('u', bytes) }
  const first = await readForm(formOf(300), 'b', parts)
  await using second = await readForm(formOf(300), 'b', parts)
  expect((await first.whole(first.body, 1000)).toString()).toContain('x'.repeat(300))
  await expect(second.whole(second.body, 1000)).rejects.toMatchObject({ code: 'uploads_full' })
  await first[Symbol.asyncDispose]()
  expect((await second.whole(second.body, 1000)).toString()).toContain('x'.repeat(300))
})

test('how the first files begin is known, and of thousands no more', async () => {
  await using form = await readForm(formOf(200_000), 'b', at(createSpooler('')))
  const [[mark, file] = []] = form.files
  expect(form.body.toString()).toContain(mark)
  expect([file?.bytes, file?.head.length]).toEqual([200_000, 4096])
  const request = Object.assign(new PassThrough(), { headers: {} })
  request.end(`${`${HEAD}x\r\n`.repeat(20)}--b--\r\n`)
  await using many = await readForm(request as unknown as IncomingMessage, 'b', at(createSpooler('')))
  expect(many.files.size).toBe(8)
})
