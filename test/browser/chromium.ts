import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the system's Chromium; named by CHROMIUM_PATH, else where Debian has it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS })
}

/** How the console is looked at. */
export type Look = { theme: 'light' | 'dark'; width: 1440 | 390; locale: 'zh-CN' | 'en' }

/** What most visitors see. */
export const USUAL: Look = { theme: 'light', width: 1440, locale: 'zh-CN' }

/** Every way the console can be looked at. */
export const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  ([1440, 390] as const).flatMap((width) => (['zh-CN', 'en'] as const).map((locale) => ({ theme, width, locale }))),
)

/** A look as a file or a test is named after it. */
export const nameOf = ({ theme, width, locale }: Look): string => `${theme}-${width}-${locale.slice(0, 2)}`

/** A fresh visitor with an empty browser; unless told otherwise one who reads Chinese on a desktop. */
export async function newVisitor(
  browser: Browser,
  origin: string,
  look: Look = USUAL,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: look.locale,
    timezoneId: 'Asia/Shanghai',
    colorScheme: look.theme,
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    hasTouch: look.width === 390,
    reducedMotion: 'reduce',
  })
  // Chinese is what a new browser gets; who reads English has chosen it.
  if (look.locale === 'en') await context.addInitScript(() => localStorage.setItem('ym.locale', 'en'))
  context.setDefaultTimeout(20_000)
  return { context, page: await context.newPage() }
}
