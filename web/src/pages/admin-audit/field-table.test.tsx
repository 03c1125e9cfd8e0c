import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SETTINGS } from '../../../../src/contract/settings.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { FieldTable } from './field-table.tsx'

test('a field is told in words with its own name under it, and by its own name where a part has no words', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await Promise.all([loadTexts('audit'), loadTexts('config'), loadTexts('limits')])
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const after = { 'alerts.error_percent': 20, limits: [{ max: 9 }], odd: { name: 'x' } }
  act(() => root.render(<FieldTable before={null} after={after} />))
  const heads = [...place.querySelectorAll('th[scope=row]')]
  const parts = heads.map((head) => [...head.children].map((part) => part.textContent))
  expect(parts).toEqual([
    [SETTINGS['alerts.error_percent'].title.zh, 'alerts.error_percent'],
    ['限额 · 1 · 上限', 'limits[0].max'],
    ['odd.name'],
  ])
})
