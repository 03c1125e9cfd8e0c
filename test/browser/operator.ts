import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newVisitor, openBrowser, USUAL, type Look } from './chromium.ts'
import { keysThere } from './keys-there.ts'
import { startYumen, type Yumen } from './yumen.ts'

/** A reader of English on a desktop. */
export const ENGLISH: Look = { ...USUAL, locale: 'en' }

/** Somebody who is signed in: they open pages, and ask the API themselves. */
type Operator = {
  open(path: string, look?: Look): Promise<Page>
  ask<T = unknown>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T>
}

/** A server and its first administrator, from before the tests of a file until after them. */
type Operated = {
  /** Where it is, and who its first administrator is. */
  yumen: Pick<Yumen, 'origin' | 'admin'>
  operator: Operator
  /** A page of somebody who is not signed in. */
  stranger: (look?: Look) => Promise<Page>
  /** Somebody else, signed in. */
  as: (who: Yumen['admin']) => Promise<Operator>
}

/** Starts a server, with a month of traffic unless told otherwise, and a browser to look at it. */
export function operated(args: readonly string[] = ['--demo'], env: Record<string, string> = {}): Operated {
  let browser: Browser
  let server: Yumen
  let first: Operator
  beforeAll(async () => {
    ;[browser, server] = await Promise.all([openBrowser(), startYumen(args, env)])
    first = await operatorOf(browser, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })
  return {
    yumen: {
      get origin() {
        return server.origin
      },
      get admin() {
        return server.admin
      },
    },
    operator: { open: (path, look) => first.open(path, look), ask: (...call) => first.ask(...call) },
    stranger: async (look) => (await newVisitor(browser, server.origin, look)).page,
    as: (admin) => operatorOf(browser, { origin: server.origin, admin }),
  }
}

async function operatorOf(browser: Browser, { origin, admin }: Pick<Yumen, 'origin' | 'admin'>): Promise<Operator> {
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
      // Not by its role: where the address opens a drawer, what lies under it has none.
      await page.locator('h1').waitFor()
      await keysThere(page)
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
