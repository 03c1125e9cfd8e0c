import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { toast } from './toast.ts'
import { useAct } from './use-act.ts'

function mounted() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const told = vi.spyOn(toast, 'error').mockReturnValue(1)
  let now: ReturnType<typeof useAct> | undefined
  const Part = () => {
    now = useAct({ failed: 'The export failed', retry: 'Try again later.' })
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  act(() => root.render(<Part />))
  const begin = (run: () => Promise<unknown>) => {
    let done: Promise<void> | undefined
    act(() => {
      done = now?.act(run)
    })
    return { ended: () => act(async () => done) }
  }
  return { begin, isBusy: () => now?.busy, told }
}

test('an act is under way until it is done, and says nothing when it went well', async () => {
  const { begin, isBusy, told } = mounted()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { ended } = begin(() => promise)
  expect(isBusy()).toBe(true)
  resolve()
  await ended()
  expect(isBusy()).toBe(false)
  expect(told).not.toHaveBeenCalled()
})

test('an act that fails is over, and tells what the server said, else what to do', async () => {
  const { begin, isBusy, told } = mounted()
  await begin(() => Promise.reject(new CallError(409, { detail: 'Somebody was faster.' }))).ended()
  await begin(() => Promise.reject(new TypeError('the connection broke'))).ended()
  expect(isBusy()).toBe(false)
  expect(told.mock.calls).toEqual([
    ['The export failed', 'Somebody was faster.'],
    ['The export failed', 'Try again later.'],
  ])
})
