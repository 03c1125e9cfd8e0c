import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '../../../../src/contract/users.ts'
import { loadTexts, setLocale } from '../../i18n/texts.ts'
import { Basics } from './basics.tsx'

// Only its name, e-mail and language are shown.
const user = { id: 'usr_1', name: 'Lin', email: 'lin@example.com', locale: null } as Me
let root: Root

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await Promise.all([loadTexts('profile'), loadTexts('ui')])
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  await act(async () => root.render(<Basics user={user} />))
})

afterEach(async () => {
  act(() => root.unmount())
  await setLocale('zh-CN')
  vi.unstubAllGlobals()
})

const chosen = () => document.querySelector('[role=radio][aria-checked=true], input[type=radio]:checked')
const save = () => document.querySelector<HTMLButtonElement>('button[type=submit]')

test('a language that is chosen elsewhere stands here too, and is nothing to be saved', async () => {
  const before = chosen()
  expect(before).not.toBeNull()
  await act(() => setLocale('en'))
  expect(chosen()).not.toBe(before)
  expect(save()?.disabled).toBe(true)
})
