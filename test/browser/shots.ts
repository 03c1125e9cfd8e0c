import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { LOOKS, nameOf, newVisitor, openBrowser, type Look } from './chromium.ts'
import { SCREENS, type Ground, type Screen } from './screens.ts'
import { wordsIn } from './words.ts'
import { startYumen, type Yumen } from './yumen.ts'

const FOLDER = join(import.meta.dirname, '../../shots')
const README_PICTURE = join(import.meta.dirname, '../../docs/images/dashboard-light.png')
const AT_ONCE = 3

type Grounds = Record<Ground, Yumen>

/** Takes the pictures whose names hold every word given, e.g. `keys dark`; without words all of them, and the README's. */
async function main(words: readonly string[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await using life = new AsyncDisposableStack()
  const browser = life.adopt(await openBrowser(), (one) => one.close())
  const grounds: Grounds = {
    demo: life.use(await startYumen(['--demo'])),
    empty: life.use(await startYumen([], { ADMIN_PASSWORD: 'only-for-pictures' })),
  }
  const wanted = LOOKS.map((look) => ({
    look,
    screens: SCREENS.filter(({ name }) => words.every((word) => `${name}-${nameOf(look)}`.includes(word))),
  }))
  const faults: string[] = []
  for (const { look, screens } of wanted) faults.push(...(await takeAll(browser, grounds, { look, screens })))
  if (words.length === 0) await takeForReadme(browser, grounds.demo)
  for (const fault of faults) process.stderr.write(`✗ ${fault}\n`)
  process.stdout.write(`${wanted.reduce((sum, { screens }) => sum + screens.length, 0)} shots, ${faults.length} failed\n`)
  if (faults.length > 0) process.exitCode = 1
}

async function takeAll(
  browser: Browser,
  grounds: Grounds,
  { look, screens }: { look: Look; screens: readonly Screen[] },
): Promise<string[]> {
  const faults: string[] = []
  const queue = [...screens]
  const work = async () => {
    for (let screen = queue.shift(); screen !== undefined; screen = queue.shift()) {
      await take(browser, grounds[screen.ground], { look, screen }).catch((error: Error) =>
        faults.push(`${screen?.name} ${nameOf(look)}: ${error.message}`),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults
}

async function take(browser: Browser, ground: Yumen, { look, screen }: { look: Look; screen: Screen }): Promise<void> {
  const { context, page } = await newVisitor(browser, ground.origin, look)
  try {
    page.setDefaultTimeout(10_000)
    if (screen.signedIn !== false) await signIn(context, ground)
    if (screen.answers) await spoil(context, screen.answers)
    await page.goto(screen.path)
    await settled(page, screen)
    await screen.prepare?.(page, wordsIn(look.locale))
    await settled(page, screen)
    const covered = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0
    const path = join(FOLDER, `${screen.name}-${nameOf(look)}.png`)
    await page.screenshot({ path, fullPage: !covered })
  } finally {
    await context.close()
  }
}

const sessions = new Map<string, Promise<string>>()

/** Signs in once for all pictures of a server: none of them lives long enough to renew its tokens. */
async function signIn(context: BrowserContext, { origin, admin }: Yumen): Promise<void> {
  const session = sessions.get(origin) ?? login(origin, admin)
  sessions.set(origin, session)
  await context.addInitScript((stored: string) => {
    for (const [name, token] of Object.entries(JSON.parse(stored) as object)) localStorage.setItem(name, token)
  }, await session)
}

async function login(origin: string, admin: Yumen['admin']): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  if (!answer.ok) throw new Error(`sign-in gave ${answer.status}`)
  return answer.text()
}

/** Leaves the frame its user and keeps or refuses everything else the page asks for. */
async function spoil(context: BrowserContext, how: 'never' | 'fail'): Promise<void> {
  await context.route(/\/api\/(?!users\/me$|auth|public)/, (route) =>
    how === 'never'
      ? undefined
      : route.fulfill({
          status: 503,
          json: { detail: '数据库暂不可用', code: 'unavailable', request_id: '01KAJ1Q2W3E4R5T6Y7U8I9O0PA' },
        }),
  )
}

/** Waits until the page has its data and its fonts, and charts have been drawn. */
async function settled(page: Page, { answers }: Screen): Promise<void> {
  if (answers === 'never') await page.locator('.skel, [aria-busy=true]').first().waitFor()
  else await page.waitForLoadState('networkidle')
  if (answers === 'fail') await page.getByRole('alert').first().waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

async function takeForReadme(browser: Browser, ground: Yumen): Promise<void> {
  const { context, page } = await newVisitor(browser, ground.origin)
  await signIn(context, ground)
  await page.goto('/admin/dashboard')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: README_PICTURE })
  await context.close()
}

await main(process.argv.slice(2))
