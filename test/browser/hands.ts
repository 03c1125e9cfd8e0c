import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More than once around the longest menu. */
const MOST_LINES = 60

/** How a visitor works the console. */
export type Hand = {
  /** A button, a link, a line of a menu. */
  press: (what: Locator) => Promise<void>
  /** A box or a switch. */
  tick: (what: Locator) => Promise<void>
  /** One of a few choices side by side. */
  choose: (among: Locator, name: string) => Promise<void>
  /** A line of the menu that a button opens. */
  pick: (button: Locator, line: Locator) => Promise<void>
}

const isFocused = (what: Locator) => what.evaluate((one) => one === document.activeElement)

const focusedIn = (page: Page) => page.evaluate(() => document.activeElement?.id)

/** The console as it is worked by mouse. */
const MOUSE: Hand = {
  press: (what) => what.click(),
  tick: (what) => what.click(),
  choose: (among, name) => among.getByText(name, { exact: true }).click(),
  async pick(button, line) {
    await button.click()
    await line.click()
  },
}

/** What cannot be seen yet takes no focus, and its key would go nowhere: unlike a click, a press waits for nothing. */
async function pressKey(what: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await what.waitFor()
  await what.press(key)
}

/** And by keyboard alone. */
export const KEYBOARD: Hand = {
  press: (what) => pressKey(what, 'Enter'),
  tick: (what) => pressKey(what, 'Space'),
  choose: (among, name) => pressKey(among.getByRole('radio', { name, exact: true }), 'Space'),
  async pick(button, line) {
    const page = line.page()
    await pressKey(button, 'Enter')
    await line.waitFor()
    for (let left = MOST_LINES; left > 0 && !(await isFocused(line)); left -= 1) {
      const before = await focusedIn(page)
      await page.keyboard.press('ArrowDown')
      // The focus follows a moment later, or not at all while the menu does not listen yet: then the key is pressed again.
      await expect
        .poll(() => focusedIn(page), { timeout: 500 })
        .not.toBe(before)
        .catch(() => null)
    }
    expect(await isFocused(line)).toBe(true)
    await page.keyboard.press('Enter')
    // A menu that closes takes the focus back to its button: not from what is pressed next.
    await line.waitFor({ state: 'detached' })
  },
}

/** The same flow in both languages, by mouse in one and by keyboard in the other. */
export const BOTH = [
  { how: 'by mouse', locale: 'zh-CN', hand: MOUSE },
  { how: 'by keyboard', locale: 'en', hand: KEYBOARD },
] as const
