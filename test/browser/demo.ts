import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newVisitor, openBrowser, USUAL, type Look } from './chromium.ts'
import { keysThere } from './keys-there.ts'
import { signIn } from './visit.ts'
import { startYumen, type Yumen } from './yumen.ts'

/** A server with a month of traffic, and a browser to look at it. */
type Demo = {
  /** The server, once it runs. */
  yumen: () => Yumen
  /** Opens an address in a browser of its own, signed in as the administrator unless told otherwise. */
  open: (path: string, how?: { locale?: Look['locale']; signedIn?: boolean }) => Promise<Page>
}

/** Starts both before the tests of a file and stops them after. */
export function demo(): Demo {
  let browser: Browser
  let server: Yumen
  beforeAll(async () => {
    ;[browser, server] = await Promise.all([openBrowser(), startYumen(['--demo'])])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })
  return {
    yumen: () => server,
    async open(path, { locale = 'zh-CN', signedIn = true } = {}) {
      const { context, page } = await newVisitor(browser, server.origin, { ...USUAL, locale })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      if (signedIn) await signIn(context, server)
      await page.goto(path)
      if (signedIn) await keysThere(page)
      return page
    },
  }
}

/** A button one can see, by its whole name. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true }).filter({ visible: true })

/** The drawer of a request that tells of it; the bill of one that failed has no lines, and so no table. */
export async function openedRequest(page: Page): Promise<Locator> {
  const drawer = page.getByRole('dialog')
  await drawer.locator('.rd-id').waitFor()
  return drawer
}

/** The parameters of the address, as it shows them. */
export const searchOf = (page: Page): string => new URL(page.url()).search

/** What a page is answered that is opened: what it asked before may still be on its way, and is not to be read once it is left. */
export async function answered<T>(page: Page, path: string, asked: RegExp): Promise<T> {
  await page.goto('about:blank')
  const answer = page.waitForResponse(asked)
  await page.goto(path)
  return (await (await answer).json()) as T
}

/** What a press downloads: its name and its bytes as text. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() }
}
