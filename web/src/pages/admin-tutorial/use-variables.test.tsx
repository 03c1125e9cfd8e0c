import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { STANDARD_SETTINGS } from '../../../../src/contract/settings.ts'
import { answerConsent } from '../../lib/consent.ts'
import { useToasts } from '../../lib/toast.ts'
import { draw } from '../../test-draw.ts'
import { useVariables } from './use-variables.ts'

test('a public address is saved once its password is given, and waits as it was filled in where that is declined', async () => {
  const view = { values: STANDARD_SETTINGS, changed: [], version: 0 }
  const saved: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PATCH') return Response.json(view)
    const { values, password } = JSON.parse(body as string) as { values: object; password?: string }
    if (password === undefined) return Response.json({ code: 'password_needed' }, { status: 422 })
    saved.push(values)
    return Response.json(view)
  })
  let variables: ReturnType<typeof useVariables> | undefined
  let told: readonly string[] = []
  const Place = () => {
    variables = useVariables()
    told = useToasts().map(({ title }) => title)
    return null
  }
  await draw(<Place />, { texts: ['onboarding'] })
  const filled = { 'site.public_origin': 'https://ai.example.com' }
  await act(() => expect.poll(() => variables?.query.data).toBeDefined())
  act(() => variables?.fill(filled))
  for (const password of [null, 'right']) {
    let over = false
    act(() => void variables?.save(view).then(() => (over = true)))
    const answered = () => {
      answerConsent(password)
      return over
    }
    await act(() => expect.poll(answered).toBe(true))
    if (password === null) expect([saved, variables?.draft, told]).toEqual([[], filled, []])
  }
  expect([saved, variables?.draft]).toEqual([[filled], {}])
})
