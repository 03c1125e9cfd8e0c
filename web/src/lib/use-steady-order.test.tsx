import { expect, test } from 'vitest'
import { draw } from '../test-draw.ts'
import { useSteadyOrder } from './use-steady-order.ts'

type Props = { ids: readonly string[]; figures?: Record<string, number>; of?: string }

function List({ ids, figures, of = '24h' }: Props) {
  const figureOf = figures && ((id: string) => figures[id] ?? 0)
  return <>{useSteadyOrder(ids, { idOf: (id) => id, figureOf, of }).join(' ')}</>
}

test('rows are ordered once their figures are known, and stay there until the question is another', async () => {
  const ids = ['a', 'b', 'c']
  const { place, redraw } = await draw(<List ids={ids} />, { texts: [] })
  expect(place.textContent).toBe('a b c')
  await redraw(<List ids={ids} figures={{ c: 9 }} />)
  expect(place.textContent).toBe('c a b')
  await redraw(<List ids={['new', ...ids]} figures={{ b: 99 }} />)
  expect(place.textContent).toBe('c a b new')
  await redraw(<List ids={ids} figures={{ b: 99 }} of="7d" />)
  expect(place.textContent).toBe('b a c')
})
