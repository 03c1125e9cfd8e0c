import { expect, test, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { answerConsent, withConsent, type Consent } from './consent.ts'

const needed = () => new CallError(403, { code: 'password_needed', fields: { password: 'enter it' } })
const wrong = () => new CallError(422, { code: 'fields_invalid', fields: { password: 'not right' } })

/** Answers the question once it is asked. */
const answer = (password: string | null) =>
  new Promise<void>((resolve) => setTimeout(() => resolve(answerConsent(password))))

test('an act that needs no password is made once', async () => {
  const act = vi.fn(async () => 'done')
  expect(await withConsent(act)).toBe('done')
  expect(act.mock.calls).toEqual([[{}]])
})

test('the password is asked for when it is needed, and again when it is wrong', async () => {
  const act = vi.fn(async ({ password }: Consent) => {
    if (password === undefined) throw needed()
    if (password !== 'right') throw wrong()
    return 'done'
  })
  const made = withConsent(act)
  await answer('guess')
  await expect.poll(() => act).toHaveBeenCalledTimes(2)
  await answer('right')
  expect(await made).toBe('done')
  expect(act.mock.calls).toEqual([[{}], [{ password: 'guess' }], [{ password: 'right' }]])
})

test('a password of another’s account beside it is not taken for it', async () => {
  const refused = new CallError(422, { code: 'fields_invalid', fields: { own_password: 'not right' } })
  const act = vi.fn(({ password }: Consent) => Promise.reject(password === undefined ? needed() : refused))
  const made = withConsent(act)
  await answer('guess')
  await expect.poll(() => act).toHaveBeenCalledTimes(2)
  await answer(null)
  expect(await made).toBeUndefined()
})

test('who declines gets nothing done', async () => {
  const made = withConsent(() => Promise.reject(needed()))
  await answer(null)
  expect(await made).toBeUndefined()
})

test('an answer may want the password too, and is taken as it is the second time', async () => {
  const made = withConsent(
    async ({ password }) => (password === undefined ? 'refused' : 'partly refused'),
    (text) => text.includes('refused'),
  )
  await answer('right')
  expect(await made).toBe('partly refused')
})

test('other failures are the caller’s', async () => {
  const gone = new CallError(404, { code: 'not_found' })
  await expect(withConsent(() => Promise.reject(gone))).rejects.toBe(gone)
})
