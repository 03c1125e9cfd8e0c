import { expect, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { DrawerSteps } from './drawer-steps.tsx'

async function showSteps(id: string) {
  const onMove = vi.fn<(id: string) => void>()
  const { place } = await draw(
    <DrawerSteps id={id} ids={['a', 'b', 'c']} onMove={onMove} link="/admin/users?user=b" />,
    { texts: ['ui'] },
  )
  const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const off = () => [...place.querySelectorAll('button')].map((button) => button.disabled)
  return { onMove, press, off }
}

test('J and K go to the neighbours in the list behind, as the arrows do', async () => {
  const { onMove, press, off } = await showSteps('b')
  press('j')
  press('k')
  expect(onMove.mock.calls).toEqual([['c'], ['a']])
  expect(off()).toEqual([false, false, false])
})

test.each([
  { what: 'the first', id: 'a', off: [true, false, false] },
  { what: 'the last', id: 'c', off: [false, true, false] },
  { what: 'what the list does not hold', id: 'x', off: [true, true, false] },
])('$what has no neighbour there, and its address all the same', async ({ id, off: expected }) => {
  const { onMove, press, off } = await showSteps(id)
  expect(off()).toEqual(expected)
  for (const key of ['j', 'k']) press(key)
  expect(onMove).toHaveBeenCalledTimes(id === 'x' ? 0 : 1)
})
