import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import type { LimitRow } from '../../lib/limits/rows.ts'
import { LimitsField } from './limits-field.tsx'

function Filled() {
  const [rows, setRows] = useState<LimitRow[]>([])
  return <LimitsField rows={rows} onChange={setRows} faults={[]} />
}

test('whoever adds a limit goes on with its amount: what they pressed is gone', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await Promise.all([loadTexts('limits'), loadTexts('ui')])
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(<Filled />))
  for (const count of [1, 2]) {
    const chip = place.querySelector<HTMLButtonElement>('.chip')
    chip?.focus()
    await act(async () => chip?.click())
    const amounts = [...place.querySelectorAll('fieldset input[inputmode]')]
    expect(amounts).toHaveLength(count)
    expect(document.activeElement).toBe(amounts.at(-1))
  }
})
