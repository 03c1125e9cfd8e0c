import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerConfirm } from '../lib/confirm.ts'
import { siteNow, tellSite } from '../lib/site.ts'
import { type Drawn, draw, settled, type } from '../test-draw.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { PasswordForm } from './password-form.tsx'

let router: Drawn['router']

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const form = (
    <>
      <PasswordForm />
      <ConfirmDialog />
    </>
  )
  ;({ router } = await draw(form, { at: '/profile', texts: ['password', 'ui'] }))
})

afterEach(() => act(() => answerConfirm(false)))

const fill = (name: string, value: string) => type(document.querySelector(`input[name=${name}]`), value)
const goAway = () => act(async () => void router.navigate({ href: '/elsewhere' }))
const isAsked = () => document.querySelector('[role=alertdialog]') !== null

test('leaving asks before a new password that was begun is lost', async () => {
  await fill('next', 'a new password')
  await goAway()
  expect(isAsked()).toBe(true)
  expect(router.history.location.href).toBe('/profile')
})

test('a present password that the browser filled in is nothing to be lost', async () => {
  await fill('current', 'the present one')
  await goAway()
  expect(isAsked()).toBe(false)
  expect(router.history.location.href).toBe('/elsewhere')
})

test('once it is changed, leaving asks nothing', async () => {
  await fill('current', 'the present one')
  await fill('next', 'a new password')
  await fill('again', 'a new password')
  await act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  await expect.poll(() => document.querySelector<HTMLInputElement>('input[name=next]')?.value).toBe('')
  await goAway()
  expect(isAsked()).toBe(false)
  expect(router.history.location.href).toBe('/elsewhere')
})

test('a password is as long at least as the operator has it', async () => {
  const told = { name: 'Yumen', default_locale: 'en', currency: siteNow().currency, tells_provider: false } as const
  await act(async () => tellSite({ ...told, password_min_chars: 14 }))
  expect(document.body.textContent).toContain('14')
  await fill('next', 'thirteen long')
  await fill('again', 'thirteen long')
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const form = document.querySelector('form')
  await act(async () => void form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(document.querySelector('input[name=next]')?.getAttribute('aria-invalid')).toBe('true')
  expect(asked).not.toHaveBeenCalled()
  await act(async () => tellSite({ ...told, password_min_chars: 8 }))
})

const submit = () => act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
const focused = () => document.activeElement?.getAttribute('name')

test('the focus goes to what is wrong', async () => {
  await fill('current', 'the present one')
  await submit()
  expect(focused()).toBe('next')
  await fill('next', 'a new password')
  await submit()
  expect(focused()).toBe('again')
  await fill('again', 'a new password')
  const wrong = { code: 'fields_invalid', fields: { current_password: 'not it' } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(wrong), { status: 422 }))
  await submit()
  await settled(() => expect(focused()).toBe('current'))
})
