import { requireChromium } from './chromium.mjs'
import { buildConsole } from './console.mjs'
import { install } from './install.mjs'
import { environment, nodePath, run } from './runtime.mjs'

/** Takes the pictures of every screen that test/browser/shots.ts describes, into shots/. */
export async function shots(args) {
  await install()
  await buildConsole()
  const chromium = await requireChromium()
  return run(nodePath(), ['test/browser/shots.ts', ...args], { env: environment({ CHROMIUM_PATH: chromium }) })
}
