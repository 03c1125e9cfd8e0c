import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Me } from '../../../../src/contract/users.ts'
import { setLocale } from '../../i18n/texts.ts'
import { answerConfirm } from '../../lib/confirm.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Drawn, draw } from '../../test-draw.ts'
import { Basics } from './basics.tsx'

// Only its name, e-mail and language are shown.
const user = { id: 'usr_1', name: 'Lin', email: 'lin@example.com', locale: null } as Me
let router: Drawn['router']

beforeEach(async () => {
  const profile = (
    <>
      <Basics user={user} />
      <ConfirmDialog />
    </>
  )
  ;({ router } = await draw(profile, { at: '/profile', texts: ['profile', 'ui'] }))
})

afterEach(async () => {
  act(() => answerConfirm(false))
  await act(() => setLocale('zh-CN'))
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

const goAway = () => act(async () => void router.navigate({ href: '/elsewhere' }))

test('leaving asks before what is changed is lost', async () => {
  await act(async () => document.querySelector<HTMLElement>('input[type=radio]:not(:checked)')?.click())
  expect(save()?.disabled).toBe(false)
  await goAway()
  expect(document.querySelector('[role=alertdialog] h2')?.textContent).toBe('放弃未保存的内容？')
  expect(router.history.location.href).toBe('/profile')
})

test('leaving without a change asks nothing', async () => {
  await goAway()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(router.history.location.href).toBe('/elsewhere')
})
