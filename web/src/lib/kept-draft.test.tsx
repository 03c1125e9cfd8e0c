import { act, useLayoutEffect } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Me } from '../../../src/contract/users.ts'
import { draw, type Drawn } from '../test-draw.ts'
import { KeptNote } from '../ui/kept-note.tsx'
import { useKeptDraft } from './kept-draft.ts'
import { setUser } from './session.ts'
import { tokens } from './tokens.ts'

type Form = { name: string; note: string; tags: string[]; password: string }

const BLANK: Form = { name: '', note: '', tags: ['a', 'b'], password: '' }

let form: UseFormReturn<Form>
let drawn: Drawn | undefined

type ShownProps = { name: string; saved: Partial<Form>; give: (made: UseFormReturn<Form>) => void }

function Shown({ name, saved, give }: ShownProps) {
  const made = useForm<Form>({ defaultValues: { ...BLANK, ...saved } })
  // A form tells that it is dirty only where somebody reads it.
  void made.formState.isDirty
  const kept = useKeptDraft(name, made)
  useLayoutEffect(() => {
    give(made)
  })
  return (
    <>
      <KeptNote of={kept} />
      <input {...made.register('name')} />
    </>
  )
}

async function open(name = 'user:new', saved: Partial<Form> = {}): Promise<void> {
  await drawn?.redraw(null)
  drawn = await draw(<Shown name={name} saved={saved} give={(made) => (form = made)} />, { texts: ['common'] })
}

const said = () => drawn?.place.querySelector('.note')?.textContent
const signedIn = (id: string) => act(() => setUser({ id } as Me))
const fill = (typed: Partial<Form>) =>
  act(() => {
    for (const [field, value] of Object.entries(typed)) form.setValue(field as keyof Form, value, { shouldDirty: true })
  })
const end = (why: 'expired' | 'left') => act(() => tokens.clear(why))

beforeEach(() => {
  signedIn('ada')
  onTestFinished(() => {
    drawn = undefined
    end('left')
  })
})

test('what was typed when the session ended is there again for the same user, without its secrets, and only once', async () => {
  await open()
  fill({ name: 'typed', password: 'a secret' })
  end('expired')
  await open()
  expect(form.getValues()).toEqual({ ...BLANK, name: 'typed' })
  expect(form.formState.isDirty).toBe(true)
  expect(said()).toBe('登录过期前填写的内容已恢复。出于安全考虑，以下内容没有保留，请重新填写：密码。')
  await open()
  expect(form.getValues('name')).toBe('')
  expect(said()).toBeUndefined()
})

test('fields that nobody typed into have what others saved meanwhile', async () => {
  await open()
  fill({ name: 'typed', tags: [] })
  end('expired')
  await open('user:new', { name: 'theirs', note: 'theirs', tags: ['c'] })
  expect(form.getValues()).toEqual({ ...BLANK, name: 'typed', note: 'theirs', tags: [] })
})

test('it is not there for somebody else, in another form, or after a sign-out', async () => {
  const ways = [
    { user: 'bob', name: 'user:new', why: 'expired' },
    { user: 'ada', name: 'user:other', why: 'expired' },
    { user: 'ada', name: 'user:new', why: 'left' },
  ] as const
  for (const { user, name, why } of ways) {
    signedIn('ada')
    await open()
    fill({ name: 'typed' })
    end(why)
    signedIn(user)
    await open(name)
    expect(form.getValues('name')).toBe('')
    end('left')
  }
})

test('of a form with nothing but a secret in it, the secret is asked for again', async () => {
  await open()
  fill({ password: 'a secret' })
  end('expired')
  await open()
  expect(form.getValues()).toEqual(BLANK)
  expect(said()).toBe('出于安全考虑，以下内容没有保留，请重新填写：密码。')
})

test('a form nobody has typed into is not kept', async () => {
  await open()
  end('expired')
  await open()
  expect(form.formState.isDirty).toBe(false)
  expect(said()).toBeUndefined()
})
