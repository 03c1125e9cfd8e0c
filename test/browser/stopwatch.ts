import type { Page } from 'playwright-core'

/** When something is there: so many elements, or one with this text. */
type Sight = { selector: string; count: number } | { selector: string; text: string }

declare global {
  interface Window {
    /** From the next event to the frame with what is waited for. */
    timed: Promise<number>
  }
}

/**
 * Does something in a page and gives the milliseconds from its event to the end of the frame in which a sight is first
 * there: as the browser has it, without the way to this process and back.
 */
export async function timed(page: Page, act: () => Promise<void>, sight: Sight): Promise<number> {
  await page.evaluate(arm, sight)
  await act()
  return page.evaluate(() => window.timed)
}

// Runs in the browser.
function arm(sight: Sight): void {
  const isThere = () => {
    const found = document.querySelectorAll(sight.selector)
    return 'count' in sight ? found.length === sight.count : found[0]?.textContent === sight.text
  }
  window.timed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`never seen: ${JSON.stringify(sight)}`)), 10_000)
    const begin = ({ timeStamp }: Event) => {
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look)
        // A message comes after the frame it is sent from is drawn.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - timeStamp), { once: true })
        port1.start()
        return port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
    const stop = new AbortController()
    for (const type of ['click', 'input'])
      addEventListener(
        type,
        (event) => {
          stop.abort()
          begin(event)
        },
        { signal: stop.signal, capture: true },
      )
  })
}
