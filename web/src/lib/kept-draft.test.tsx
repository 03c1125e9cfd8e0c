import { act, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '../../../src/contract/users.ts'
import { useKeptDraft } from './kept-draft.ts'
import { setUser } from './session.ts'
import { tokens } from './tokens.ts'

type Form = { name: string; password: string }

let form: UseFormReturn<Form>
let unmount: (() => void) | undefined

function Shown({ name, give }: { name: string; give: (made: UseFormReturn<Form>) => void }) {
  const made = useForm<Form>({ defaultValues: { name: '', password: '' } })
  // A form tells that it is dirty only where somebody reads it.
  void made.formState.isDirty
  useKeptDraft(name, made, ['password'])
  useLayoutEffect(() => {
    give(made)
  })
  return <input {...made.register('name')} />
}

function open(name = 'user:new') {
  unmount?.()
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Shown name={name} give={(made) => (form = made)} />))
  unmount = () => act(() => root.unmount())
}

const signedIn = (id: string) => act(() => setUser({ id } as Me))
const type = (name: string, password = '') =>
  act(() => {
    form.setValue('name', name, { shouldDirty: true })
    form.setValue('password', password, { shouldDirty: true })
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  signedIn('ada')
})

afterEach(() => {
  unmount?.()
  unmount = undefined
  act(() => tokens.clear('left'))
  vi.unstubAllGlobals()
})

test('what was typed when the session ended is there again for the same user, without its secrets, and only once', () => {
  open()
  type('typed', 'a secret')
  act(() => tokens.clear('expired'))
  open()
  expect(form.getValues()).toEqual({ name: 'typed', password: '' })
  expect(form.formState.isDirty).toBe(true)
  open()
  expect(form.getValues('name')).toBe('')
})

test('it is not there for somebody else, in another form, or after a sign-out', () => {
  const ways = [
    { user: 'bob', name: 'user:new', why: 'expired' },
    { user: 'ada', name: 'user:other', why: 'expired' },
    { user: 'ada', name: 'user:new', why: 'left' },
  ] as const
  for (const { user, name, why } of ways) {
    signedIn('ada')
    open()
    type('typed')
    act(() => tokens.clear(why))
    signedIn(user)
    open(name)
    expect(form.getValues('name')).toBe('')
    act(() => tokens.clear('left'))
  }
})

test('a form nobody has typed into is not kept', () => {
  open()
  act(() => tokens.clear('expired'))
  open()
  expect(form.formState.isDirty).toBe(false)
})
