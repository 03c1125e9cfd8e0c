import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, nameOf, openBrowser, type Look } from './chromium.ts'
import { faultsInBothThemes } from './page-check.ts'
import { SCREENS, type Ground, type Screen } from './screens.ts'
import { visit } from './visit.ts'
import { startYumen, type Yumen } from './yumen.ts'

/** Loading and failing are the same blocks at every width: they are looked at once. */
const LOOKS: readonly (Look & { states: boolean })[] = [
  { theme: 'light', width: 1440, locale: 'zh-CN', states: true },
  { theme: 'light', width: 390, locale: 'en', states: false },
]
let browser: Browser
let grounds: Record<Ground, Yumen>

beforeAll(async () => {
  browser = await openBrowser()
  const [demo, empty] = await Promise.all([
    startYumen(['--demo']),
    startYumen([], { ADMIN_PASSWORD: 'only-for-looking' }),
  ])
  grounds = { demo, empty }
})

afterAll(async () => {
  await browser.close()
  await Promise.all(Object.values(grounds).map((one) => one[Symbol.asyncDispose]()))
})

/** Contexts by what they may not share, so that files are loaded once: a look, a server, and whether somebody is signed in. */
const contexts = new Map<string, Promise<BrowserContext>>()

function contextFor({ ground, signedIn }: Screen, look: Look): Promise<BrowserContext> {
  const kind = `${nameOf(look)} ${ground} ${signedIn !== false}`
  const made = contexts.get(kind) ?? newVisitor(browser, grounds[ground].origin, look).then(({ context }) => context)
  contexts.set(kind, made)
  return made
}

// What leaves something behind comes after what would see it.
const inOrder = SCREENS.toSorted((a, b) => Number(a.leaves ?? false) - Number(b.leaves ?? false))

describe.each(LOOKS)('at $width in $locale no rule of WCAG 2.2 A or AA is broken in either theme by', (look) => {
  const screens = inOrder.filter(({ answers }) => look.states || answers === undefined)
  test.concurrent.each(screens)('$name', async (screen) => {
    const context = await contextFor(screen, look)
    const page = await context.newPage()
    try {
      await visit(context, page, { ground: grounds[screen.ground], look, screen })
      expect(await faultsInBothThemes(page, screen.name)).toEqual([])
    } finally {
      await page.close()
    }
  })
})
