import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { withConsent, type Consent } from '../lib/consent.ts'
import { draw } from '../test-draw.ts'
import { Page } from './consent.tsx'

const dialog = () => document.querySelector('dialog')
const needed = ({ password }: Consent) =>
  password === undefined
    ? Promise.reject(new CallError(403, { code: 'password_needed', fields: { password: 'enter it' } }))
    : Promise.resolve(`done with ${password}`)

beforeEach(async () => {
  await draw(<Page />, { texts: ['limits', 'password'] })
})

/** What comes of an act that waits for the password, with the question on the screen. */
async function asked(): Promise<{ made: Promise<string | undefined> }> {
  let made: Promise<string | undefined> = Promise.resolve(undefined)
  await act(async () => {
    made = withConsent(needed)
  })
  expect(dialog()?.open).toBe(true)
  return { made }
}

test('the password that is typed goes with the act', async () => {
  const { made } = await asked()
  const field = document.querySelector<HTMLInputElement>('dialog input')
  expect(document.activeElement).toBe(field)
  if (field) field.value = 'right'
  act(() => document.querySelector<HTMLButtonElement>('dialog [type=submit]')?.click())
  await expect(made).resolves.toBe('done with right')
  expect(dialog()).toBeNull()
})

test('A confirmation dialog overlay can be closed with Escape: nothing is done then.', async () => {
  const { made } = await asked()
  act(() => void dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await expect(made).resolves.toBeUndefined()
  expect(dialog()).toBeNull()
})

test('A confirmation dialog overlay can be closed by clicking the backdrop: nothing is done then.', async () => {
  const { made } = await asked()
  const press = (on: Element | null) =>
    act(() => void on?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  press(document.querySelector('dialog h2'))
  expect(dialog()).not.toBeNull()
  press(dialog())
  await expect(made).resolves.toBeUndefined()
})

test('sent without a password it says that one is wanted, and goes on asking', async () => {
  const { made } = await asked()
  act(() => document.querySelector<HTMLButtonElement>('dialog [type=submit]')?.click())
  const field = document.querySelector<HTMLInputElement>('dialog input')
  expect(field?.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  if (field) field.value = 'right'
  act(() => document.querySelector<HTMLButtonElement>('dialog [type=submit]')?.click())
  await expect(made).resolves.toBe('done with right')
})
