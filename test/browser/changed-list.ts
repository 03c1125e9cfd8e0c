import type { Page } from 'playwright-core'

/** Closes a page once what it has asked for is answered: an answer that is made here would come too late. */
export async function closed(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().close()
}

type Answer = { items: Record<string, unknown>[] }

/** Changes every item of a list on its way to the page. */
export const changeList = (page: Page, list: RegExp, to: Record<string, unknown>) =>
  page.route(list, async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as Answer
    await route.fulfill({ response, json: { ...rest, items: items.map((item) => ({ ...item, ...to })) } })
  })
