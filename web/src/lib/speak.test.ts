import { afterEach, expect, test, vi } from 'vitest'
import { setLocale } from '../i18n/texts.ts'
import { locale } from './locale.ts'
import { currentUser, setUser } from './session.ts'
import { speak } from './speak.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await setLocale('zh-CN')
})

test('a language chosen right after another is the one that is spoken and the one the account remembers last', async () => {
  const held: (() => void)[] = []
  const heard: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { locale: asked } = JSON.parse(body as string) as { locale: string }
    await new Promise<void>((resolve) => held.push(resolve))
    heard.push(asked)
    return Response.json({ id: 'usr_1', locale: asked })
  })
  setUser({ id: 'usr_1', locale: 'zh-CN' } as Parameters<typeof setUser>[0])
  await setLocale('en')
  const first = speak('zh-CN')
  await vi.waitUntil(() => held.length > 0)
  const second = speak('en')
  await vi.waitUntil(() => locale() === 'en')
  // Both may be on their way: the one that was asked last is let through first.
  for (const count of [1, 2]) {
    await vi.waitUntil(() => held.length > 0)
    held.pop()?.()
    await vi.waitUntil(() => heard.length === count)
  }
  await Promise.all([first, second])
  expect(heard).toEqual(['zh-CN', 'en'])
  expect(currentUser()?.locale).toBe('en')
  expect(locale()).toBe('en')
})
