import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FigureTable } from './figure-table.tsx'

test('columns and rows that are called the same change with the figures', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const shown = (heads: string[], ...rows: string[][]) => {
    act(() => root.render(<FigureTable caption="" heads={heads} rows={rows} />))
    return [...place.querySelectorAll('tr')].map((row) =>
      [...row.cells].map(({ textContent }) => textContent).join(' '),
    )
  }
  // Two people call their keys the same, and at the end of summer time an hour comes twice.
  expect(shown(['Time', 'Claude', 'Claude', 'Codex'], ['01:00', '1', '2', '3'], ['01:00', '4', '5', '6'])).toEqual([
    'Time Claude Claude Codex',
    '01:00 1 2 3',
    '01:00 4 5 6',
  ])
  expect(shown(['Time', 'Codex', 'Claude', 'Claude'], ['00:00', '7', '8', '9'])).toEqual([
    'Time Codex Claude Claude',
    '00:00 7 8 9',
  ])
})
