import { expect, test } from 'vitest'
import { draw } from '../test-draw.ts'
import { FigureTable } from './figure-table.tsx'

test('columns and rows that are called the same change with the figures', async () => {
  const { place, redraw } = await draw(null)
  const shown = async (heads: string[], ...rows: string[][]) => {
    await redraw(<FigureTable caption="" heads={heads} rows={rows} />)
    return [...place.querySelectorAll('tr')].map((row) =>
      [...row.cells].map(({ textContent }) => textContent).join(' '),
    )
  }
  // Two people call their keys the same, and at the end of summer time an hour comes twice.
  expect(
    await shown(['Time', 'Claude', 'Claude', 'Codex'], ['01:00', '1', '2', '3'], ['01:00', '4', '5', '6']),
  ).toEqual(['Time Claude Claude Codex', '01:00 1 2 3', '01:00 4 5 6'])
  expect(await shown(['Time', 'Codex', 'Claude', 'Claude'], ['00:00', '7', '8', '9'])).toEqual([
    'Time Codex Claude Claude',
    '00:00 7 8 9',
  ])
})
