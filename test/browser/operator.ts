import type { Browser, Page } from 'playwright-core'
import { newVisitor, USUAL, type Look } from './chromium.ts'
import type { Yumen } from './yumen.ts'

/** A reader of English on a desktop. */
export const ENGLISH: Look = { ...USUAL, locale: 'en' }

/** Somebody who is signed in: they open pages, and ask the API themselves. */
export type Operator = {
  open(path: string, look?: Look): Promise<Page>
  ask<T = unknown>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T>
}

/** Signs somebody in, the first administrator unless told otherwise. */
export async function operatorOf(
  browser: Browser,
  { origin, admin }: Pick<Yumen, 'origin' | 'admin'>,
): Promise<Operator> {
  const stored = await asking<Record<string, string>>(`${origin}/api/auth/login`, 'POST', admin)
  const authorization = `Bearer ${stored['access_token']}`
  return {
    ask: (method, path, body) => asking(origin + path, method, body, { authorization }),
    open: async (path, look = USUAL) => {
      const { context, page } = await newVisitor(browser, origin, look)
      await context.addInitScript((tokens) => {
        for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token)
      }, stored)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
  }
}

async function asking<T>(url: string, method: string, body?: object, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} gave ${answer.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

/** Sends the smallest chat there is with a key, and gives the status of the answer. */
export async function chatWith({ origin }: Pick<Yumen, 'origin'>, secret: string, model = 'gpt-5.5'): Promise<number> {
  const answer = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, max_tokens: 16, messages: [{ role: 'user', content: '你好' }] }),
  })
  await answer.text()
  return answer.status
}
