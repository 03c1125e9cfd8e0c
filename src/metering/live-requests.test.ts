import { expect, test, vi } from 'vitest'
import { pack } from '../core/packed-record.ts'
import type { RequestRecord } from '../core/records.ts'
import { Page } from './journal/page.ts'
import { recordOf } from './journal/test-journal.ts'
import { createLiveRequests } from './live-requests.ts'
import type { Book } from './open-request.ts'

const page = new Page()
const record = recordOf('r1', 0n, { status: 'failed', httpStatus: 500, errorClass: 'gateway_stopped' })

const bookOf = (more: Partial<Book> = {}): Book => ({
  admit: async () => undefined,
  meter: () => undefined,
  settle: async () => undefined,
  ready: true,
  ...more,
})

function following() {
  const live = createLiveRequests()
  const follower = { tell: vi.fn<(record: RequestRecord) => void>(), end: vi.fn<() => void>() }
  return { live, follower, watch: live.follow(follower) }
}

test('tells of a request that begins once it is in the book, as one that runs', async () => {
  const { live, follower } = following()
  const written = Promise.withResolvers<void>()
  const admitted = live.over(bookOf({ admit: () => written.promise })).admit(record, page)
  expect(follower.tell).not.toHaveBeenCalled()
  written.resolve()
  await admitted
  expect(follower.tell).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id: 'r1', status: 'running', httpStatus: 0, errorClass: null }),
  )
})

test('tells nothing of a request that cannot be admitted', async () => {
  const { live, follower } = following()
  const book = live.over(bookOf({ admit: () => Promise.reject(new Error('the disk is full')) }))
  await expect(book.admit(record, page)).rejects.toThrow('the disk is full')
  expect(follower.tell).not.toHaveBeenCalled()
})

test('passes everything else on to the book', async () => {
  const book = bookOf({ meter: vi.fn<Book['meter']>(), settle: vi.fn<Book['settle']>(), ready: false })
  const over = createLiveRequests().over(book)
  over.meter(record, page)
  await over.settle(record, page)
  expect(book.meter).toHaveBeenCalledWith(record, page)
  expect(book.settle).toHaveBeenCalledWith(record, page)
  expect(over.ready).toBe(false)
})

test('tells nothing more to those who have left, and ends those who are there', () => {
  const { live, follower, watch } = following()
  const stays = { tell: vi.fn<(record: RequestRecord) => void>(), end: vi.fn<() => void>() }
  live.follow(stays)
  watch[Symbol.dispose]()
  live.tell([pack(record)])
  live[Symbol.dispose]()
  expect(follower.tell).not.toHaveBeenCalled()
  expect(follower.end).not.toHaveBeenCalled()
  expect(stays.tell).toHaveBeenCalledExactlyOnceWith(record)
  expect(stays.end).toHaveBeenCalledOnce()
})
