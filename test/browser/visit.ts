import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'
import type { Look } from './chromium.ts'
import type { Screen } from './screens.ts'
import { wordsIn } from './words.ts'
import type { Yumen } from './yumen.ts'

/** So many looks in a row, 50 ms apart, must find the page at rest. */
const QUIET_LOOKS = 5

type Visit = { ground: Yumen; look: Look; screen: Screen }

/** Opens a screen and waits until all of it is there. */
export async function visit(context: BrowserContext, page: Page, { ground, look, screen }: Visit): Promise<void> {
  if (screen.signedIn !== false) await signIn(context, ground)
  if (screen.answers) await spoil(page, screen.answers, look.locale)
  const settled = watch(page, screen)
  await page.goto(screen.path)
  await settled()
  await screen.prepare?.(page, wordsIn(look.locale))
  await settled()
}

/** Waits until the page is drawn as it is. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

const sessions = new Map<string, Promise<string>>()
const signedIn = new WeakMap<BrowserContext, Promise<void>>()

/** Signs in once for all pictures of a server: none of them lives long enough to renew its tokens. */
export function signIn(context: BrowserContext, ground: Yumen): Promise<void> {
  const done = signedIn.get(context) ?? keepTokens(context, ground)
  signedIn.set(context, done)
  return done
}

async function keepTokens(context: BrowserContext, { origin, admin }: Yumen): Promise<void> {
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
async function spoil(page: Page, how: 'never' | 'fail', locale: Look['locale']): Promise<void> {
  await page.route(/\/api\/(?!users\/me$|auth|public)/, (route) =>
    how === 'never'
      ? undefined
      : route.fulfill({
          status: 500,
          json: { detail: DETAIL[locale], code: 'internal', request_id: '01KAJ1Q2W3E4R5T6Y7U8I9O0PA' },
        }),
  )
}

/** Counts what the page asks for, and gives a function that waits until it has it all and has drawn it. */
export function watch(page: Page, { answers }: Pick<Screen, 'answers'>): () => Promise<void> {
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
    const until = performance.now() + 20_000
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
