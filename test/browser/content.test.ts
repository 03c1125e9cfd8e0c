import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { button, demo } from './demo.ts'
import { BOTH } from './hands.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { open, yumen } = demo()
let bearer = ''
let secret = ''

/** What a page of the console asks of the server, without the page. */
async function asked<T>(method: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${yumen().origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${method} ${path} gave ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}

beforeAll(async () => {
  const { admin } = yumen()
  bearer = (await asked<{ access_token: string }>('POST', '/api/auth/login', admin)).access_token
  secret = (await asked<{ secret: string }>('POST', '/api/keys', { name: 'Contents' })).secret
})

/** Whether bodies are kept, as an administrator sets it. */
const keepBodies = (on: boolean): Promise<unknown> =>
  asked('PATCH', '/api/admin/settings', { values: { 'capture.enabled': on }, password: yumen().admin.password })

/** Asks a model through the gateway, as a program does, and gives the id of the request. */
async function say(words: string): Promise<string> {
  const answer = await fetch(`${yumen().origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ model: 'gpt-5.5', messages: [{ role: 'user', content: words }] }),
  })
  const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] }
  // The vendor says again what it was told.
  expect(choices[0]?.message.content).toContain(words)
  return answer.headers.get('x-yumen-request-id') ?? ''
}

describe.each(BOTH)('$how', ({ hand, locale }) => {
  const { requests } = wordsIn(locale)

  async function look(id: string): Promise<Page> {
    const page = await open(`/dashboard/usage?tab=requests&req=${id}`, { locale })
    await hand.press(button(page.getByRole('dialog'), requests('content.open')))
    return page
  }

  test('what was said in a request is shown where it is kept, and only when one looks', async () => {
    await keepBodies(true)
    const words = `A word kept for ${locale}`
    const id = await say(words)
    const page = await open(`/dashboard/usage?tab=requests&req=${id}`, { locale })
    const drawer = page.getByRole('dialog')
    const shown = drawer.getByRole('region', { name: requests('content.title') })
    await button(drawer, requests('content.open')).waitFor()
    expect(await drawer.innerText()).not.toContain(words)
    await hand.press(button(drawer, requests('content.open')))
    await expect.poll(() => shown.getByText(words).count()).toBe(2)
    await checkPage(page, 'what was said')
    await hand.press(button(drawer, requests('content.close')))
    await expect.poll(() => drawer.getByText(words).count()).toBe(0)
    await page.context().close()
  })

  test('where nothing is kept, the drawer tells why and leads an administrator to the setting', async () => {
    await keepBodies(false)
    const page = await look(await say(`A word lost for ${locale}`))
    const drawer = page.getByRole('dialog')
    await drawer.getByText(requests('content.nothing')).waitFor()
    await drawer.getByText(requests('content.why')).waitFor()
    await hand.press(drawer.getByRole('link', { name: requests('content.settings') }))
    await page.waitForURL('**/admin/system?q=capture.')
    await page.context().close()
  })
})
