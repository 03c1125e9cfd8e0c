import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

let root: Root
const tip = () => document.querySelector('[role=tooltip]')
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  })
const button = () => document.querySelector('button')

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  await act(async () =>
    root.render(
      <Tooltip text="每百万 Token">
        <button type="button">价格</button>
      </Tooltip>,
    ),
  )
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

test('it appears for the keyboard too, describes what it stands beside, and goes with the focus', async () => {
  expect(tip()).toBeNull()
  await act(async () => button()?.focus())
  await settled(() => expect(tip()?.textContent).toBe('每百万 Token'))
  expect(button()?.parentElement?.getAttribute('aria-describedby')).toBe(tip()?.id)
  await act(async () => button()?.blur())
  await settled(() => expect(tip()).toBeNull())
})
