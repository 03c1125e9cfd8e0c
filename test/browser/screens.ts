import type { Page } from 'playwright-core'
import type { Words } from './words.ts'

/** Whose server a screen is taken of: the demo's with a month of traffic, or one that was just set up. */
export type Ground = 'demo' | 'empty'

/** A picture to take: where it is, and what is pressed before it is there. */
export type Screen = {
  name: string
  path: string
  ground: Ground
  /** Whether the visitor is signed in; true when left out. */
  signedIn?: false
  /** What the server's answers to the page are made to do. */
  answers?: 'never' | 'fail'
  prepare?: (page: Page, words: Words) => Promise<void>
  /** Whether it leaves something behind, so that it is taken after all others. */
  leaves?: true
}

const open = (path: string, prepare?: Screen['prepare']): Pick<Screen, 'path' | 'prepare'> => ({
  path,
  ...(prepare && { prepare }),
})

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click()

const NOTE =
  '请使用 **研发** 分组的密钥。\n\n| 用途 | 模型 |\n| --- | --- |\n| 写代码 | claude-sonnet-5-5 |\n| 批量 | deepseek-v4-pro |'

/** Screens of a server in use. */
const USED: Record<string, Omit<Screen, 'name' | 'ground' | 'answers'>> = {
  login: { path: '/login', signedIn: false },
  'login-refused': {
    path: '/login',
    signedIn: false,
    prepare: async (page, { login }) => {
      await page.getByLabel(login('email')).fill('lin.xiao@example.com')
      await page.locator('input[name=password]').fill('not the password')
      await press(page, login('submit'))
      await page.getByText(login('error.credentials')).waitFor()
    },
  },
  'user-dashboard': open('/dashboard'),
  'user-usage': open('/dashboard/usage'),
  'user-requests': open('/dashboard/usage?tab=requests'),
  'user-request': open('/dashboard/usage?tab=requests', openRequest),
  'user-keys': open('/dashboard/api-keys'),
  'user-keys-create': open('/dashboard/api-keys', async (page, { keys }) => {
    await press(page, keys('create'))
    await page.getByRole('button', { name: keys('form.advanced') }).click()
  }),
  'user-keys-created': { path: '/dashboard/api-keys', prepare: createKey, leaves: true },
  'user-keys-tested': {
    path: '/dashboard/api-keys',
    leaves: true,
    prepare: async (page, words) => {
      await createKey(page, words)
      await page.getByRole('button', { name: words.keys('test.start') }).click()
      await page.getByText(words.keys('test.fine')).waitFor()
      await page.getByText(words.keys('test.fine')).scrollIntoViewIfNeeded()
    },
  },
  'user-keys-menu': open('/dashboard/api-keys', openKeyMenu),
  'user-keys-delete': open('/dashboard/api-keys', async (page, words) => {
    await openKeyMenu(page, words)
    await page.getByRole('menuitem', { name: words.keys('action.delete') }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  'user-activity': open('/dashboard/activity-logs', (page) => page.locator('.er').nth(1).click()),
  'user-announcements': open('/dashboard/announcements'),
  'user-announcement': open('/dashboard/announcements', (page) => page.locator('.an').nth(1).click()),
  'user-models': open('/dashboard/models-providers?pick=gpt-5.5&pick=deepseek-v4-pro'),
  'user-models-cards': open('/dashboard/models-providers?view=cards&trait=vision&usable=1'),
  'user-model': open('/dashboard/models-providers?model=claude-sonnet-5-5', (page) =>
    page.getByRole('dialog').getByRole('tab', { name: 'cURL' }).waitFor(),
  ),
  'user-cost': open('/dashboard/models-providers?calc=1', (page) => page.getByRole('dialog').waitFor()),
  'user-providers': open('/dashboard/models-providers?tab=providers'),
  'user-provider': open('/dashboard/models-providers?tab=providers', async (page) => {
    await page.getByRole('link', { name: 'OpenAI', exact: true }).filter({ visible: true }).first().click()
    await page.waitForURL('**/dashboard/providers/**')
  }),
  'user-playground': open('/dashboard/api-keys?try=1'),
  'user-playground-code': open('/dashboard/api-keys?try=1', (page, { playground }) => press(page, playground('code'))),
  'user-playground-talk': { path: '/dashboard/api-keys?try=1', prepare: compareModels, leaves: true },
  'user-profile': open('/dashboard/profile'),
  'user-second-factor': open('/dashboard/profile', async (page, { twostep }) => {
    await press(page, twostep('card.enable'))
    await page.getByRole('dialog').waitFor()
  }),
  'user-settings': open('/dashboard/settings'),
  palette: open('/dashboard', (page) => openPalette(page, 'mi')),
  'palette-nothing': open('/dashboard', (page) => openPalette(page, 'qqzz')),
  shortcuts: open('/dashboard', async (page) => {
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  }),
  account: open('/dashboard/profile', (page) =>
    page.evaluate(() => document.querySelector<HTMLElement>('#account')?.showPopover()),
  ),
  'user-tutorial': open('/dashboard/tutorial'),
  'user-tutorial-errors': open('/dashboard/tutorial?client=errors'),
  'not-found': open('/dashboard/nowhere'),
  'admin-dashboard': open('/admin/dashboard'),
  'admin-tutorial': open('/admin/tutorial'),
  'admin-tutorial-users': open('/admin/tutorial?tab=users', async (page) => {
    await page.getByLabel('Markdown').fill(NOTE)
    await page.locator('.ob-preview table').waitFor()
  }),
  'admin-usage': open('/admin/usage'),
  'admin-reconcile': open('/admin/usage?tab=reconcile'),
  'admin-statement': open('/admin/usage?tab=reconcile&side=users'),
  'admin-statement-matrix': open('/admin/usage?tab=reconcile&side=users&form=matrix'),
  'admin-cohorts': open('/admin/usage?tab=cohorts'),
  'admin-bill': open('/admin/usage?tab=reconcile&bill=new', (page) => page.getByRole('dialog').waitFor()),
  'admin-requests': open('/admin/usage?tab=requests'),
  'admin-request': open('/admin/usage?tab=requests&status=5xx', openRequest),
  'admin-providers': open('/admin/models-providers'),
  'admin-models': open('/admin/models-providers?tab=models'),
  'admin-model': open('/admin/models-providers?tab=models&model=gpt-5.5'),
  'admin-models-sync': open('/admin/models-providers?tab=models&sync=1', (page) => page.getByRole('dialog').waitFor()),
  'admin-models-multiply': open('/admin/models-providers?tab=models', async (page, { offers }) => {
    for (const name of ['GPT-5.5', 'Claude Sonnet 5.5'])
      await page.getByLabel(offers('pick.one', { name })).filter({ visible: true }).check()
    await press(page, offers('bulk.price'))
    await page.getByRole('dialog').waitFor()
  }),
  'admin-routing': open('/admin/models-providers?tab=routing&ask=gpt-5.5', (page) =>
    page.locator('.rt-parts').filter({ visible: true }).first().waitFor(),
  ),
  'admin-tests': open('/admin/models-providers', async (page, { offers }) => {
    await press(page, offers('tests.open'))
    await page.getByRole('dialog').waitFor()
  }),
  'admin-users': open('/admin/users'),
  'admin-user': open('/admin/users', (page) => openRow(page, '陈薇')),
  'admin-user-new': open('/admin/users?new=1', (page) => page.getByRole('dialog').waitFor()),
  'admin-user-import': open('/admin/users?import=1', (page) => page.getByRole('dialog').waitFor()),
  'admin-keys': open('/admin/keys'),
  'admin-key': open('/admin/keys', (page) => openRow(page, 'review-bot')),
  'admin-key-find': open('/admin/keys?find=1', (page) => page.getByRole('dialog').waitFor()),
  'admin-system': open('/admin/system'),
  'admin-system-limits': open('/admin/system?section=limits'),
  'admin-system-retention': open('/admin/system?section=retention', async (page) => {
    await page.getByRole('radio', { name: /^FULL/ }).check()
    await page.locator('[id="capture.days"] input').fill('14')
    await page.locator('[id="retention.request_days"] input').fill('60')
    await page.locator('.sys-disk canvas, .sys-disk svg').first().waitFor()
  }),
  'admin-system-alerts': open('/admin/system?section=alerts'),
  'admin-system-channel': open('/admin/system?section=alerts&channel=new', (page) =>
    page.getByRole('dialog').waitFor(),
  ),
  'admin-system-announcements': open('/admin/system?section=announcements'),
  'admin-system-backup': open('/admin/system?section=backup'),
  'admin-system-about': open('/admin/system?section=about'),
  'admin-audit': open('/admin/audit-logs'),
  'admin-audit-event': open('/admin/audit-logs?action=settings.', async (page) => {
    await page.locator('tbody .link, .rowcard button').first().click()
    await page.getByRole('dialog').waitFor()
  }),
  'admin-provider-new': open('/admin/models-providers?new=1'),
  'admin-provider-new-connection': open('/admin/models-providers?new=1', (page) => choosePreset(page, /OpenRouter/)),
  'admin-provider': open('/admin/models-providers', async (page) => {
    await page.getByRole('link', { name: 'OpenAI', exact: true }).filter({ visible: true }).click()
    await page.waitForURL('**/admin/providers/**')
  }),
}

/** Pages that read from the server, and so can be empty, waiting and refused. */
const READING: Record<string, string> = {
  'user-dashboard': '/dashboard',
  'user-usage': '/dashboard/usage',
  'user-requests': '/dashboard/usage?tab=requests',
  'user-keys': '/dashboard/api-keys',
  'user-playground': '/dashboard/api-keys?try=1',
  'user-activity': '/dashboard/activity-logs',
  'user-announcements': '/dashboard/announcements',
  'user-models': '/dashboard/models-providers',
  'user-providers': '/dashboard/models-providers?tab=providers',
  'user-profile': '/dashboard/profile',
  'user-settings': '/dashboard/settings',
  'user-tutorial': '/dashboard/tutorial',
  'admin-dashboard': '/admin/dashboard',
  'admin-usage': '/admin/usage',
  'admin-reconcile': '/admin/usage?tab=reconcile',
  'admin-cohorts': '/admin/usage?tab=cohorts',
  'admin-tutorial': '/admin/tutorial',
  'admin-users': '/admin/users',
  'admin-keys': '/admin/keys',
  'admin-providers': '/admin/models-providers',
  'admin-models': '/admin/models-providers?tab=models',
  'admin-provider-new': '/admin/models-providers?new=1',
}

/** Every screen there is, with its states. */
export const SCREENS: readonly Screen[] = [
  ...Object.entries(USED).map(([name, screen]): Screen => ({ name, ground: 'demo', ...screen })),
  ...Object.entries(READING).flatMap(([name, path]): Screen[] => [
    { name: `${name}-empty`, path, ground: 'empty' },
    { name: `${name}-loading`, path, ground: 'demo', answers: 'never' },
    { name: `${name}-error`, path, ground: 'demo', answers: 'fail' },
  ]),
]

async function openPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').pressSequentially(text)
}

async function openRow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').getByRole('tablist').waitFor()
}

async function openRequest(page: Page): Promise<void> {
  await page.locator('[data-row], .rq-card').filter({ visible: true }).first().click()
  await page.getByRole('dialog').locator('dl').waitFor()
}

async function compareModels(page: Page, { playground }: Words): Promise<void> {
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(playground('compare')).click()
  await drawer.getByLabel(playground('ask'), { exact: true }).fill(playground('start.two'))
  await press(page, playground('send'))
  await drawer.locator('.pg-verdict').waitFor()
}

async function createKey(page: Page, { keys }: Words): Promise<void> {
  await press(page, keys('create'))
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: keys('form.name') }).fill('Claude Code')
  await drawer.getByRole('button', { name: keys('create') }).click()
  await drawer.getByText(keys('created.once')).waitFor()
}

async function openKeyMenu(page: Page, { keys }: Words): Promise<void> {
  await page
    .getByRole('button', { name: keys('action.more', { name: 'Claude Code' }) })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('menu').waitFor()
}

async function choosePreset(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('dialog').locator('input[type=password]').first().waitFor()
}
