import { expect, test } from 'vitest'
import type { DiskRoom } from '../core/disk-room.ts'
import { watchDisk } from './disk-watch.ts'

/** A disk of a hundred bytes, as many free as is said, and what is logged of it. */
async function watched(free: number) {
  const said: string[] = []
  const log = {
    error: (event: string) => said.push(event),
    warn: (event: string, fields: object = {}) => said.push(`${event} ${JSON.stringify(fields)}`),
    info: (event: string, fields: object = {}) => said.push(`${event} ${JSON.stringify(fields)}`),
  }
  const disk: { look: () => Promise<DiskRoom> } = { look: async () => ({ free, total: 100 }) }
  return { disk, said, watch: await watchDisk({ look: () => disk.look(), log }) }
}

const of = (free: number) => async () => ({ free, total: 100 })

test('a disk is nearly full below a twentieth, from the first look on, and each turn is logged once', async () => {
  const { disk, said, watch } = await watched(4)
  using _ends = watch
  expect(watch.isShort).toBe(true)
  disk.look = of(3)
  await watch.look()
  disk.look = of(5)
  await watch.look()
  expect(watch.isShort).toBe(false)
  expect(said).toEqual([
    'the disk of the data folder is nearly full {"percent":4}',
    'the disk of the data folder has room again {"percent":5}',
  ])
})

test('a disk that cannot be looked at is as it was before', async () => {
  const { disk, said, watch } = await watched(1)
  using _ends = watch
  disk.look = async () => {
    throw new Error('gone')
  }
  await watch.look()
  expect(watch.isShort).toBe(true)
  expect(said.at(-1)).toBe('the disk of the data folder cannot be looked at')
})

test('a disk that does not answer is not asked a second time meanwhile', async () => {
  const { disk, watch } = await watched(50)
  using _ends = watch
  const answer = Promise.withResolvers<DiskRoom>()
  let asked = 0
  disk.look = () => {
    asked += 1
    return answer.promise
  }
  const both = [watch.look(), watch.look()]
  answer.resolve({ free: 1, total: 100 })
  await Promise.all(both)
  expect(asked).toBe(1)
  expect(watch.isShort).toBe(true)
})
