import { act, useState } from 'react'
import { expect, test } from 'vitest'
import type { LimitRow } from '../../lib/limits/rows.ts'
import { draw } from '../../test-draw.ts'
import { LimitsField } from './limits-field.tsx'

function Filled() {
  const [rows, setRows] = useState<LimitRow[]>([])
  return <LimitsField rows={rows} onChange={setRows} faults={[]} />
}

test('whoever adds a limit goes on with its amount: what they pressed is gone', async () => {
  const { place } = await draw(<Filled />, { texts: ['limits', 'ui'] })
  for (const count of [1, 2]) {
    const chip = place.querySelector<HTMLButtonElement>('.chip')
    chip?.focus()
    await act(async () => chip?.click())
    const amounts = [...place.querySelectorAll('fieldset input[inputmode]')]
    expect(amounts).toHaveLength(count)
    expect(document.activeElement).toBe(amounts.at(-1))
  }
})
