import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const AT_ONCE = 3

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

/** Contexts by what they may not share, so that files are loaded once: a server, and whether somebody is signed in. */
type Contexts = Map<string, BrowserContext>

async function faultsOf(screen: Screen, look: Look, contexts: Contexts): Promise<string[]> {
  const ground = grounds[screen.ground]
  const kind = `${screen.ground} ${screen.signedIn ?? true}`
  const context = contexts.get(kind) ?? (await newVisitor(browser, ground.origin, look)).context
  contexts.set(kind, context)
  const page = await context.newPage()
  const where = `${screen.name}, ${nameOf(look)}`
  try {
    await visit(context, page, { ground, look, screen })
    return await faultsInBothThemes(page, where)
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    await page.close()
  }
}

// What leaves something behind comes after what would see it.
const inOrder = SCREENS.toSorted((a, b) => Number(a.leaves ?? false) - Number(b.leaves ?? false))

test.each(LOOKS)(
  'no screen breaks a rule of WCAG 2.2 A or AA in either theme, at $width in $locale',
  async (look) => {
    const queue = inOrder.filter(({ answers }) => look.states || answers === undefined)
    const faults: string[] = []
    const work = async () => {
      const contexts: Contexts = new Map()
      for (let screen = queue.shift(); screen !== undefined; screen = queue.shift()) {
        faults.push(...(await faultsOf(screen, look, contexts)))
      }
      await Promise.all(Array.from(contexts.values(), (context) => context.close()))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(faults).toEqual([])
  },
  300_000,
)
