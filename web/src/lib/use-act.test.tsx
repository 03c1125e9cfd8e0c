import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { CallError } from './call-error.ts'
import { toast } from './toast.ts'
import { useAct, useDeed } from './use-act.ts'

async function mounted() {
  const told = vi.spyOn(toast, 'error').mockReturnValue(1)
  let now: ReturnType<typeof useAct> | undefined
  const Part = () => {
    now = useAct({ failed: 'The export failed', retry: 'Try again later.' })
    return null
  }
  onTestFinished(() => told.mockRestore())
  await draw(<Part />)
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
  const { begin, isBusy, told } = await mounted()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { ended } = begin(() => promise)
  expect(isBusy()).toBe(true)
  resolve()
  await ended()
  expect(isBusy()).toBe(false)
  expect(told).not.toHaveBeenCalled()
})

test('an act that fails is over, and tells what the server said, else what to do', async () => {
  const { begin, isBusy, told } = await mounted()
  await begin(() => Promise.reject(new CallError(409, { detail: 'Somebody was faster.' }))).ended()
  await begin(() => Promise.reject(new TypeError('the connection broke'))).ended()
  expect(isBusy()).toBe(false)
  expect(told.mock.calls).toEqual([
    ['The export failed', 'Somebody was faster.'],
    ['The export failed', 'Try again later.'],
  ])
})

test('what fails in place is told until the next try, or until it is put right', async () => {
  let now: ReturnType<typeof useDeed> | undefined
  const Part = () => {
    now = useDeed((error) => (error instanceof Error ? error.message : 'x'))
    return null
  }
  await draw(<Part />)
  await act(async () => now?.act(() => Promise.reject(new Error('refused'))))
  expect([now?.busy, now?.failure]).toEqual([false, 'refused'])
  act(() => now?.tell(null))
  expect(now?.failure).toBeNull()
  const { promise, resolve } = Promise.withResolvers<void>()
  await act(async () => now?.act(() => Promise.reject(new Error('again'))))
  let done: Promise<void> | undefined
  act(() => {
    done = now?.act(() => promise)
  })
  expect([now?.busy, now?.failure]).toEqual([true, null])
  resolve()
  await act(async () => done)
  expect([now?.busy, now?.failure]).toEqual([false, null])
})
