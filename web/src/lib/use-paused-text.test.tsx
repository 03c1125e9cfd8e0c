import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Drawn, draw } from '../test-draw.ts'
import { PAUSE_MS, usePausedText } from './use-paused-text.ts'

let redraw: Drawn['redraw']
const boxes: ReturnType<typeof usePausedText>[] = []
const write = vi.fn<(text: string) => void>()

function Box({ inAddress }: { inAddress: string }) {
  boxes.push(usePausedText(inAddress, write))
  return null
}

const type = (...texts: string[]) => {
  for (const text of texts) act(() => boxes.at(-1)?.[1](text))
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(async () => {
  vi.useFakeTimers()
  write.mockReset()
  ;({ redraw } = await draw(<Box inAddress="" />))
})

afterEach(() => void vi.useRealTimers())

test('what is typed is there at once, and in the address once no more is typed', () => {
  type('1', '12')
  pass(PAUSE_MS - 1)
  type('126')
  expect(boxes.at(-1)?.[0]).toBe('126')
  pass(PAUSE_MS - 1)
  expect(write).not.toHaveBeenCalled()
  pass(1)
  expect(write.mock.calls).toEqual([['126']])
})

test('what somebody else puts into the address meanwhile stays there', async () => {
  type('1')
  await redraw(<Box inAddress="filled in" />)
  pass(PAUSE_MS)
  expect([boxes.at(-1)?.[0], write.mock.calls]).toEqual(['filled in', []])
})

test('a page that was left writes nothing any more', async () => {
  type('1')
  await redraw(null)
  pass(PAUSE_MS)
  expect(write).not.toHaveBeenCalled()
})
