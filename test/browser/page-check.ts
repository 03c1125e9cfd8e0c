import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const GRAVE = ['serious', 'critical']
/** Rules that count too: two parts of a page with one name cannot be told apart by who hears it. */
const COUNTING = ['landmark-unique']

type Rules = 'all' | 'wcag' | 'colour'
const ASKED: Readonly<Record<Rules, string>> = {
  all: '{ resultTypes: ["violations"] }',
  wcag: '{ resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }',
  colour: '{ resultTypes: ["violations"], runOnly: ["color-contrast"] }',
}

/** Holds a page to what every page must be: nothing wider than the window, and nothing grave for axe. */
export async function checkPage(page: Page, where: string, rules: Rules = 'all'): Promise<void> {
  const [wide, inside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(wide, `${where} scrolls sideways`).toBeLessThanOrEqual(inside ?? 0)
  expect(await faultsOf(page, rules), where).toEqual([])
}

/** The same in both themes, without loading the page again: what differs between them is colour. */
export async function checkInBothThemes(page: Page, where: string): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colour'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await checkPage(page, `${where}, ${colorScheme}`, rules)
  }
}

/** What axe finds against WCAG 2.2 A and AA, however grave: every rule in the light, those of colour in the dark too. */
export async function faultsInBothThemes(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['light', 'wcag'],
    ['dark', 'colour'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    found.push(...(await violationsOf(page, rules)).map((one) => `${where}, ${colorScheme}: ${said(one)}`))
  }
  return found
}

async function faultsOf(page: Page, rules: Rules): Promise<string[]> {
  return (await violationsOf(page, rules))
    .filter(({ id, impact }) => GRAVE.includes(impact ?? '') || COUNTING.includes(id))
    .map(said)
}

type Violation = AxeResults['violations'][number]

const said = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`).join(' | ')}`

const SETTLES_MS = 2000

/** What fades in has the colour of a moment; what turns for ever, or for longer, is judged as it is. */
async function settled(page: Page): Promise<void> {
  const atRest = () =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)
  await page.waitForFunction(atRest, null, { timeout: SETTLES_MS }).catch(() => undefined)
}

/** What axe finds in a page at rest. What it finds alone while something moves, as an answer that comes, is gone at a second look. */
async function violationsOf(page: Page, rules: Rules): Promise<Violation[]> {
  const found = await look(page, rules)
  return found.length === 0 ? found : look(page, rules)
}

async function look(page: Page, rules: Rules): Promise<Violation[]> {
  await settled(page)
  // As the protocol's own evaluation, because the console's policy lets no script in from elsewhere.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.evaluate(still)
  return ((await page.evaluate(`axe.run(${ASKED[rules]})`)) as AxeResults).violations
}

// A colour on its way to another is neither. What pulses for ever is left alone.
async function still(): Promise<void> {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map((one) => one.finished))
}
