import { LOOKS, nameOf, newVisitor, openBrowser } from './chromium.ts'
import { startYumen } from './yumen.ts'
const paths = (process.argv[2] ?? '/dashboard/tutorial').split(',')
const filter = process.argv[3] ?? ''
const y = await startYumen(['--demo'])
const b = await openBrowser()
const r = await fetch(y.origin + '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(y.admin) })
const stored = await r.json() as Record<string, string>
const h = { authorization: `Bearer ${stored['access_token']}`, 'content-type': 'application/json' }
try {
  for (const look of LOOKS.filter((l) => nameOf(l).match(filter))) for (const [i, p] of paths.entries()) {
    const { page, context } = await newVisitor(b, y.origin, look)
    page.on('console', (m) => { if (m.type() === 'error') console.log(p, m.text()) })
    page.on('pageerror', (e) => console.log(p, e.message))
    await page.addInitScript((t) => { for (const [k, v] of Object.entries(t)) localStorage.setItem(k, String(v)) }, stored)
    await page.goto(p)
    await page.waitForTimeout(3500)
    if (p.includes('live')) {
      const keys = await (await fetch(y.origin + '/api/keys', { headers: h })).json() as { items: { id: string }[] }
      const made = await (await fetch(y.origin + '/api/keys', { method: 'POST', headers: h, body: JSON.stringify({ name: 'Live ' + nameOf(look) }) })).json() as { id: string; secret: string }
      await page.goto('/dashboard/tutorial?key=' + made.id)
      await page.locator('#tu-secret').waitFor({ state: 'attached' })
      await page.locator('#tu-secret').fill(made.secret)
      await page.waitForTimeout(2500)
      const a = await fetch(y.origin + '/v1/chat/completions', { method: 'POST', headers: { authorization: 'Bearer ' + made.secret, 'content-type': 'application/json', 'user-agent': 'claude-cli/2.1.329' }, body: JSON.stringify({ model: 'no-such', messages: [{ role: 'user', content: 'hi' }] }) })
      console.log('relay', a.status, keys.items.length)
      await page.waitForTimeout(3000)
      console.log(await page.locator('.tu-check').innerText())
      console.log(await page.locator('.tu-guide .code').nth(2).innerText())
    }
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    if (wide[0]! > wide[1]!) console.log('WIDE', p, nameOf(look), wide)
    await page.screenshot({ path: `/tmp/w/tut-shots/${i}-${nameOf(look)}.png`, fullPage: true })
    await context.close()
  }
} finally { await b.close(); await y[Symbol.asyncDispose]() }
