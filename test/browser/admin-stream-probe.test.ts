import { test } from 'vitest'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated([], { ADMIN_PASSWORD: 'administrators-own-words' })

test('a proxy that holds streams back is told from one that cannot be reached', async () => {
  const page = await operator.open('/admin/tutorial')
  const { onboarding } = wordsIn('zh-CN')
  const { origin } = new URL(page.url())
  // Whatever is fulfilled here comes in one piece, as it does behind a proxy that buffers.
  const body = [1, 2].map((n) => `event: probe\ndata: {"n":${n}}\n\n`).join('')
  await page.route('**/api/admin/stream-probe', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.getByRole('button', { name: onboarding('probe.run') }).press('Enter')
  await page.getByText(onboarding('probe.held', { origin })).waitFor()
  await checkInBothThemes(page, 'a stream that was held back')
  await page.unroute('**/api/admin/stream-probe')
  await page.route('**/api/admin/stream-probe', (route) => route.abort())
  await page.getByRole('button', { name: onboarding('probe.again') }).click()
  await page.getByText(onboarding('probe.failed', { origin })).waitFor()
  await page.context().close()
})
