import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BodyRoom, createBodyRoom } from './body-room.ts'

/** Reads a body of so many bytes; null: there was no room for it. */
const reads = (room: BodyRoom, userId: string, bytes: number): Promise<Disposable | null> =>
  room
    .read(userId, async (take) => {
      if (!take(bytes)) throw new Error('full')
      return Buffer.alloc(1)
    })
    .then(
      ({ place }) => place,
      () => null,
    )

test('bodies share the room, and one user gets half of it', async () => {
  const room = createBodyRoom(100)
  expect(await reads(room, 'u1', 30)).not.toBeNull()
  expect(await reads(room, 'u1', 30)).toBeNull()
  const other = await reads(room, 'u2', 50)
  expect(other).not.toBeNull()
  expect(await reads(room, 'u3', 30)).toBeNull()
  other?.[Symbol.dispose]()
  expect(await reads(room, 'u3', 30)).not.toBeNull()
})

test('a body that is alone has room, whatever its size', async () => {
  const room = createBodyRoom(100)
  const large = await reads(room, 'u1', 1000)
  expect(large).not.toBeNull()
  expect(await reads(room, 'u2', 1)).toBeNull()
  large?.[Symbol.dispose]()
  large?.[Symbol.dispose]()
  expect(await reads(room, 'u2', 50)).not.toBeNull()
  expect(await reads(room, 'u2', 1)).toBeNull()
})

test('a message of a socket has its place until it is answered', async () => {
  const room = createBodyRoom(100)
  const place = room.hold('u1', 40)
  expect(room.hold('u1', 20)).toBeNull()
  expect(await reads(room, 'u1', 20)).toBeNull()
  place?.[Symbol.dispose]()
  expect(room.hold('u1', 20)).not.toBeNull()
})

test('a body that breaks off leaves its place', async () => {
  const room = createBodyRoom(100)
  const broken = room.read('u1', async (take) => {
    take(50)
    throw new Error('the caller is gone')
  })
  await expect(broken).rejects.toThrow('the caller is gone')
  expect(await reads(room, 'u1', 50)).not.toBeNull()
})

test('whoever comes and goes, no more is taken than there is, and all of it is free again in the end', async () => {
  const step = fc.record({ user: fc.constantFrom('u1', 'u2', 'u3'), bytes: fc.integer({ min: 1, max: 40 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 60 }), async (steps) => {
      const room = createBodyRoom(100)
      const held: { user: string; bytes: number; body: Disposable }[] = []
      const taken = (user?: string) =>
        held.filter((one) => user === undefined || one.user === user).reduce((sum, { bytes }) => sum + bytes, 0)
      for (const [{ user, bytes }, leaves] of steps) {
        if (leaves) held.shift()?.body[Symbol.dispose]()
        const fits = (taken() === 0 || taken() + bytes <= 100) && (taken(user) === 0 || taken(user) + bytes <= 50)
        const body = await reads(room, user, bytes)
        expect(body !== null).toBe(fits)
        if (body) held.push({ user, bytes, body })
      }
      for (const { body } of held) body[Symbol.dispose]()
      for (const user of ['u1', 'u2']) expect(await reads(room, user, 50)).not.toBeNull()
    }),
  )
})
