import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { LOOKS, nameOf, newVisitor, openBrowser, type Look } from './chromium.ts'
import { SCREENS, type Ground, type Screen } from './screens.ts'
import { wordsIn } from './words.ts'
import { startYumen, type Yumen } from './yumen.ts'

const FOLDER = join(import.meta.dirname, '../../shots')
const README_PICTURE = join(import.meta.dirname, '../../docs/images/dashboard-light.png')
const AT_ONCE = 3
/** So many looks in a row, 50 ms apart, must find the page at rest. */
const QUIET_LOOKS = 5

type Grounds = Record<Ground, Yumen>

/** Takes the pictures whose names hold every word given, e.g. `keys dark`; without words all of them. `readme` is the README's. */
async function main(words: readonly string[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await using life = new AsyncDisposableStack()
  const browser = life.adopt(await openBrowser(), (one) => one.close())
  const grounds: Grounds = {
    demo: life.use(await startYumen(['--demo'])),
    empty: life.use(await startYumen([], { ADMIN_PASSWORD: 'only-for-pictures' })),
  }
  const shots = LOOKS.flatMap((look) =>
    SCREENS.map((screen): Shot => ({ look, screen, name: `${screen.name}-${nameOf(look)}` })),
  ).filter(({ name }) => words.every((word) => name.includes(word)))
  const faults = [
    ...(await takeAll(
      browser,
      grounds,
      shots.filter(({ screen }) => !screen.leaves),
    )),
    ...(await takeAll(
      browser,
      grounds,
      shots.filter(({ screen }) => screen.leaves),
    )),
  ]
  if (words.every((word) => 'readme'.includes(word))) await takeForReadme(browser, grounds.demo)
  for (const fault of faults) process.stderr.write(`✗ ${fault}\n`)
  process.stdout.write(`${shots.length} shots, ${faults.length} failed\n`)
  if (faults.length > 0) process.exitCode = 1
}

async function takeAll(browser: Browser, grounds: Grounds, shots: readonly Shot[]): Promise<string[]> {
  const faults: string[] = []
  const queue = [...shots]
  const work = async () => {
    for (let shot = queue.shift(); shot !== undefined; shot = queue.shift()) {
      const { name, screen } = shot
      const why = await take(browser, grounds[screen.ground], shot).catch((error: Error) => error.message)
      if (why) faults.push(`${name}: ${why}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults
}

type Shot = { look: Look; screen: Screen; name: string }

async function take(browser: Browser, ground: Yumen, { look, screen, name }: Shot): Promise<void> {
  const { context, page } = await newVisitor(browser, ground.origin, look)
  try {
    if (screen.signedIn !== false) await signIn(context, ground)
    if (screen.answers) await spoil(context, screen.answers, look.locale)
    const settled = watch(page, screen)
    await page.goto(screen.path)
    await settled()
    await screen.prepare?.(page, wordsIn(look.locale))
    await settled()
    const covered =
      (await page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true }).count()) > 0
    if (!covered) await unroll(page, look.width)
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  } finally {
    await context.close()
  }
}

/** Makes the window as high as the page, so that what sticks to its foot stays there. */
async function unroll(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
  await drawn(page)
}

const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

const sessions = new Map<string, Promise<string>>()

/** Signs in once for all pictures of a server: none of them lives long enough to renew its tokens. */
async function signIn(context: BrowserContext, { origin, admin }: Yumen): Promise<void> {
  const session = sessions.get(origin) ?? login(origin, admin)
  sessions.set(origin, session)
  await context.addInitScript(
    (stored: string) => {
      for (const [name, token] of Object.entries(JSON.parse(stored) as object)) localStorage.setItem(name, token)
    },
    await session,
  )
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

const DETAIL = { 'zh-CN': '数据库暂不可用', en: 'The database is not available' } as const

/** Leaves the frame its user and keeps or refuses everything else the page asks for. */
async function spoil(context: BrowserContext, how: 'never' | 'fail', locale: Look['locale']): Promise<void> {
  await context.route(/\/api\/(?!users\/me$|auth|public)/, (route) =>
    how === 'never'
      ? undefined
      : route.fulfill({
          status: 500,
          json: { detail: DETAIL[locale], code: 'internal', request_id: '01KAJ1Q2W3E4R5T6Y7U8I9O0PA' },
        }),
  )
}

/** Counts what the page asks for, and gives a function that waits until it has it all and has drawn it. */
function watch(page: Page, { answers }: Pick<Screen, 'answers'>): () => Promise<void> {
  const open = new Set<Request>()
  // What is followed live stays open for as long as it is looked at.
  page.on('request', (request) => request.url().includes('/usage/live') || open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const count = (selector: string) => page.locator(selector).count()
  const busy = async () =>
    (await count('h1, h2, h3')) === 0 ||
    (answers !== 'never' && (open.size > 0 || (await count('[aria-busy=true]')) > 0))
  return async () => {
    const until = performance.now() + 10_000
    let quiet = 0
    while (quiet < QUIET_LOOKS) {
      if (performance.now() > until) throw new Error(`still waiting for ${[...open].map((one) => one.url()).join(' ')}`)
      await wait(50)
      quiet = (await busy()) ? 0 : quiet + 1
    }
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await drawn(page)
  }
}

async function takeForReadme(browser: Browser, ground: Yumen): Promise<void> {
  const { context, page } = await newVisitor(browser, ground.origin)
  await signIn(context, ground)
  const settled = watch(page, {})
  await page.goto('/admin/dashboard')
  await settled()
  await page.screenshot({ path: README_PICTURE })
  await context.close()
}

await main(process.argv.slice(2))
