import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAUSE_MS, usePausedText } from './use-paused-text.ts'

let root: Root
const boxes: ReturnType<typeof usePausedText>[] = []
const write = vi.fn<(text: string) => void>()

function Box({ inAddress }: { inAddress: string }) {
  boxes.push(usePausedText(inAddress, write))
  return null
}

const show = (inAddress: string) => act(() => root.render(<Box inAddress={inAddress} />))
const type = (...texts: string[]) => {
  for (const text of texts) act(() => boxes.at(-1)?.[1](text))
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  write.mockReset()
  root = createRoot(document.createElement('div'))
  show('')
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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

test('what somebody else puts into the address meanwhile stays there', () => {
  type('1')
  show('filled in')
  pass(PAUSE_MS)
  expect([boxes.at(-1)?.[0], write.mock.calls]).toEqual(['filled in', []])
})

test('a page that was left writes nothing any more', () => {
  type('1')
  act(() => root.unmount())
  pass(PAUSE_MS)
  expect(write).not.toHaveBeenCalled()
})
