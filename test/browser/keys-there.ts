import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Waits until the keys of every page are followed and its focus is kept: their code comes a moment after the page. A
 * key that is held is theirs and does nothing, so it tells, over layers too; not where single keys are switched off.
 */
export async function keysThere(page: Page): Promise<void> {
  const isTaken = () =>
    page.evaluate(() => {
      const held = new KeyboardEvent('keydown', { key: 'g', repeat: true, bubbles: true, cancelable: true })
      return !document.body.dispatchEvent(held)
    })
  await expect.poll(isTaken).toBe(true)
}
