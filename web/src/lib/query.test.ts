import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announcementBoard } from '../../../src/contract/announcements.ts'
import { ask, askAgain, queryClient, takeAnswer } from './query.ts'

const board = (unread: number) => ({ unread, notice: null, maintenance: [], notices: 0 })
const question = ask(announcementBoard)

/** What the server is asked, each to be answered when the test says so. */
let asked: ((unread: number) => void)[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    asked.push((unread) => resolve(Response.json(board(unread))))
    return promise
  })
  const end = new QueryObserver(queryClient, question).subscribe(() => undefined)
  onTestFinished(() => {
    end()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
})

const shown = () => queryClient.getQueryData(question.queryKey)?.unread

test('what changes before a question had its first answer is in what comes to be shown', async () => {
  await expect.poll(() => asked).toHaveLength(1)
  const again = askAgain(announcementBoard)
  await expect.poll(() => asked).toHaveLength(2)
  asked[0]?.(2)
  asked[1]?.(1)
  await again
  expect(shown()).toBe(1)
})

test('what a change was answered with stays, though a question from before it is answered later', async () => {
  await expect.poll(() => asked).toHaveLength(1)
  asked[0]?.(2)
  await expect.poll(() => shown()).toBe(2)
  const late = queryClient.refetchQueries({ queryKey: question.queryKey })
  await expect.poll(() => asked).toHaveLength(2)
  takeAnswer(question, board(1))
  asked[1]?.(2)
  await late
  expect(shown()).toBe(1)
})

test('what is changed in one tab is told to the others, and asked again there', async () => {
  await expect.poll(() => asked).toHaveLength(1)
  asked[0]?.(2)
  await expect.poll(() => shown()).toBe(2)
  const key = 'ym.changed'
  const again = askAgain(announcementBoard)
  const newValue = localStorage.getItem(key)
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]?.(2)
  await again
  expect(newValue).toContain(announcementBoard.path)

  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  await expect.poll(() => asked).toHaveLength(3)
  asked[2]?.(0)
  await expect.poll(() => shown()).toBe(0)
})
