import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routing } from '../../web/src/i18n/zh-CN/routing.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { checkInBothThemes } from './page-check.ts'
import { signIn } from './visit.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let yumen: Yumen

beforeAll(async () => {
  ;[browser, yumen] = await Promise.all([openBrowser(), startYumen(['--demo'])])
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await yumen?.[Symbol.asyncDispose]()
})

async function openPage(path: string): Promise<Page> {
  const { context, page } = await newVisitor(browser, yumen.origin)
  await signIn(context, yumen)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const PAGE = '/admin/models-providers'

test('a simulation says by keyboard who is asked first; the address brings it again, and who is switched off is skipped in it', async () => {
  const page = await openPage(`${PAGE}?tab=routing`)
  await page.getByRole('combobox', { name: routing.simulation.model, exact: true }).press('Enter')
  await page.getByRole('option', { name: 'gpt-5.5', exact: true }).focus()
  await page.keyboard.press('Enter')
  const fates = page.getByRole('table', { name: routing.simulation.title })
  await fates.getByText('OpenAI', { exact: true }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('ask')).toBe('gpt-5.5')
  const asked = async () => fates.getByRole('row').allInnerTexts()
  const before = await asked()
  expect(before.join('\n')).toContain('依次尝试，最多 3 次（含 2 次重试）')
  await checkInBothThemes(page, 'the simulation')
  // What is chosen as the default is tried before it is saved, and not where only what is saved counts.
  await page.getByRole('radio', { name: routing.strategy.weighted }).check()
  await page.getByText('1 项修改').waitFor()
  await page.getByText(routing.behind.equal).first().waitFor()
  await page.getByText(routing.simulation.live, { exact: true }).click()
  await page.getByText(routing.behind.priority).first().waitFor()
  await page.getByRole('button', { name: '放弃', exact: true }).click()
  const address = page.url()

  await page.getByRole('tab', { name: /提供商/ }).click()
  await page.getByRole('switch', { name: '启用 OpenAI', exact: true }).click()
  await page.getByText('已停用 OpenAI', { exact: true }).first().waitFor()
  await page.goto(address)
  await fates.getByText(routing.skipped).waitFor()
  expect(await asked()).not.toEqual(before)
  await page.context().close()
}, 60_000)
