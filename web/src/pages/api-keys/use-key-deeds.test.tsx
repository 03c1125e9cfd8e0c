import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { answerConsent } from '../../lib/consent.ts'
import { useToasts } from '../../lib/toast.ts'
import { draw } from '../../test-draw.ts'
import { useKeyDeeds } from './use-key-deeds.ts'

// Of a key only its id and its limits count here.
const keys = ['a', 'b', 'c'].map((id) => ({ id, limits: [] }) as unknown as ApiKey)

/** The deeds, what is told, and a server that wants a password for the key `b`; which keys it was asked to change. */
async function deedsAndServer() {
  const changed: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const id = url.slice(url.lastIndexOf('/') + 1)
    const { password } = JSON.parse(body as string) as { password?: string }
    if (id === 'b' && password === undefined) return Response.json({ code: 'password_needed' }, { status: 422 })
    changed.push(id)
    return Response.json({})
  })
  let deeds: ReturnType<typeof useKeyDeeds> | undefined
  let told: readonly string[] = []
  const Place = () => {
    deeds = useKeyDeeds()
    told = useToasts().map(({ title }) => title)
    return null
  }
  await draw(<Place />, { texts: ['keys'] })
  return { changed, deeds, told: () => told }
}

async function answering<T>(done: Promise<T> | undefined, password: string | null): Promise<T | undefined> {
  let over = false
  void done?.finally(() => (over = true))
  const answered = () => {
    answerConsent(password)
    return over
  }
  await act(() => expect.poll(answered).toBe(true))
  return done
}

test('who declines to give the password is told which keys are changed by then', async () => {
  const { changed, deeds, told } = await deedsAndServer()
  expect(await answering(deeds?.setLimits(keys, []), null)).toBe(true)
  expect(changed).toEqual(['a'])
  expect(told()).toEqual(['已设置 1 个密钥的额度'])
})

test('a password that was asked for in the middle changes no key twice', async () => {
  const { changed, deeds } = await deedsAndServer()
  expect(await answering(deeds?.setLimits(keys, []), 'secret')).toBe(true)
  expect(changed).toEqual(['a', 'b', 'c'])
})

test('who declines before anything is changed goes on with the form', async () => {
  const { changed, deeds } = await deedsAndServer()
  expect(await answering(deeds?.setLimits(keys.slice(1), []), null)).toBe(false)
  expect(changed).toEqual([])
})

test('of keys to be enabled those that an administrator disabled are left as they are', async () => {
  const { changed, deeds } = await deedsAndServer()
  const off = keys.map((key) => ({ ...key, status: 'disabled', disabled_by_admin: key.id !== 'c' }) as ApiKey)
  await act(() => deeds?.setStatus(off.slice(0, 2), 'active'))
  expect(changed).toEqual([])
  await act(() => deeds?.setStatus(off, 'active'))
  expect(changed).toEqual(['c'])
})
