import { act, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw } from '../../test-draw.ts'
import { type Load, USUAL_LOAD } from './estimate.ts'
import { useFill } from './use-fill.ts'

const week = { requests: 700, input: 700, cache_read: 0, cache_write: 0, output: 1400 }
let answer: () => void
let taken: Load[]

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = resolve
  taken = []
  vi.stubGlobal('fetch', () => promise.then(() => Response.json({ current: week })))
})

/** A form that is being filled in, the way to change it meanwhile, and the way to leave it. */
async function filling() {
  const seen: { load: Load; type: (load: Load) => void; fill: () => Promise<void> }[] = []
  const Form = () => {
    const [load, setLoad] = useState(USUAL_LOAD)
    const take = (next: Load) => {
      taken.push(next)
      setLoad(next)
    }
    seen.push({ load, type: setLoad, fill: useFill(load, take).fill })
    return null
  }
  const { redraw } = await draw(<Form />, { texts: ['models'] })
  const filled = seen.at(-1)?.fill()
  return { now: () => seen.at(-1), leave: () => redraw(null), filled }
}

test('what is typed while the fields are being filled in is kept, and the rest is filled', async () => {
  const { now, filled } = await filling()
  act(() => now()?.type({ ...USUAL_LOAD, days: 90, input: 5 }))
  await act(async () => {
    answer()
    await filled
  })
  expect(now()?.load).toEqual({ requests: 100, input: 5, cached: 0, output: 2, days: 90 })
})

test('a form that was left while it was being filled in changes nothing any more', async () => {
  const { leave, filled } = await filling()
  await leave()
  await act(async () => {
    answer()
    await filled
  })
  expect(taken).toEqual([])
})
