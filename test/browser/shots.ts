import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { LOOKS, nameOf, newVisitor, openBrowser, type Look } from './chromium.ts'
import { SCREENS, type Ground, type Screen } from './screens.ts'
import { drawn, signIn, visit, watch } from './visit.ts'
import { startYumen, type Yumen } from './yumen.ts'

const FOLDER = join(import.meta.dirname, '../../shots')
const README_PICTURE = join(import.meta.dirname, '../../docs/images/dashboard-light.png')
const AT_ONCE = 3

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
    await visit(context, page, { ground, look, screen })
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
