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
  asked('PATCH', '/api/admin/settings', {
    values: { 'capture.level': on ? 'FULL' : 'BASIC' },
    password: yumen().admin.password,
  })

/** Asks a model through the gateway, as a program does, and gives the id of the request. */
async function say(words: string): Promise<string> {
  const answer = await fetch(`${yumen().origin}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'program/1.2',
      authorization: `Bearer ${secret}`,
    },
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
    const tree = drawer.getByRole('tree')
    await button(drawer, requests('content.open')).waitFor()
    expect(await drawer.innerText()).not.toContain(words)
    await hand.press(button(drawer, requests('content.open')))
    await tree.getByText(words).waitFor()
    await checkPage(page, 'what was said')
    await hand.press(drawer.getByRole('tab', { name: requests('content.tab.answer') }))
    await tree.getByText(words).waitFor()
    await hand.press(drawer.getByRole('tab', { name: requests('content.tab.requestHeaders') }))
    await drawer.getByText('program/1.2').waitFor()
    expect(await drawer.innerText()).not.toContain(secret)
    await checkPage(page, 'headers')
    await hand.press(button(drawer, requests('content.close')))
    await expect.poll(() => drawer.getByText('program/1.2').count()).toBe(0)
    await page.context().close()
  })

  test('a body is searched, folded by the keyboard, and taken along as a file', async () => {
    await keepBodies(true)
    const words = `Looked for in ${locale}`
    const page = await look(await say(words))
    const drawer = page.getByRole('dialog')
    const field = drawer.getByRole('searchbox', { name: requests('content.find') })
    await field.fill('looked for')
    await expect.poll(() => drawer.locator('mark[data-now]').innerText()).toBe('Looked for')
    await drawer.getByText('1 / 1').waitFor()
    // The first Escape empties the field, and leaves the drawer.
    await field.press('Escape')
    expect(await field.inputValue()).toBe('')
    await drawer.getByRole('treeitem').first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => drawer.getByRole('treeitem').count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    await drawer.getByText(words).waitFor()
    const saved = page.waitForEvent('download')
    const name = requests('content.tab.request')
    await hand.press(button(drawer, requests('content.download', { name })))
    expect((await saved).suggestedFilename()).toMatch(/-request\.json$/)
    await page.context().close()
  })

  test('a request is said again in the playground, and as a command', async () => {
    await keepBodies(true)
    const words = `Said again in ${locale}`
    const id = await say(words)
    const page = await open(`/dashboard/usage?tab=requests&req=${id}`, { locale })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const drawer = page.getByRole('dialog')
    await hand.press(button(drawer, requests('curl')))
    await page.getByText(requests('copiedCurl')).waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toContain(`${yumen().origin}/v1/chat/completions`)
    expect(command).toContain(words)
    expect(command).not.toContain(secret)
    await hand.press(button(drawer, requests('replay')))
    await page.waitForURL('**/dashboard/api-keys?try=1**')
    await expect.poll(() => page.getByRole('dialog').getByRole('textbox').last().inputValue()).toBe(words)
    expect(page.url()).not.toContain('Said')
    await page.context().close()
  })

  test('where nothing is kept, the drawer tells why and leads an administrator to the setting', async () => {
    await keepBodies(false)
    const page = await look(await say(`A word lost for ${locale}`))
    const drawer = page.getByRole('dialog')
    await drawer.getByText(requests('content.basic')).waitFor()
    await drawer.getByText(requests('content.why')).waitFor()
    await hand.press(drawer.getByRole('link', { name: requests('content.settings') }))
    await page.waitForURL('**/admin/system?q=capture.')
    await page.context().close()
  })
})
