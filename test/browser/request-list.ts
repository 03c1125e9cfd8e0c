import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The rows of the request list. */
export const rows = (page: Page) => page.locator('table.rq tbody tr')

/** The list as it is read, row by row, once it has come and all of it has `word`. */
export async function listed(page: Page, word = ''): Promise<string[]> {
  await rows(page).first().waitFor()
  const others = rows(page).filter({ hasNotText: word })
  await expect.poll(async () => (word === '' ? 0 : await others.count())).toBe(0)
  return rows(page).allInnerTexts()
}

/** The value of a parameter of the address. */
export const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
