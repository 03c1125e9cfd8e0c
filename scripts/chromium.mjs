import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, run, say } from './runtime.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium for the browser tests, installed from Debian's package where it is missing and we may. */
export async function requireChromium() {
  const ready = { chromium: findChromium(), fonts: hasChineseFont() }
  if (ready.chromium && ready.fonts) return ready.chromium
  if (mayInstall()) await installPackages(ready)
  const path = findChromium()
  if (!path) {
    throw new Refusal(
      '浏览器测试需要 Chromium：请安装（Debian/Ubuntu：apt-get install chromium fonts-noto-cjk），或用 CHROMIUM_PATH 指定。\n' +
        '  The browser tests need Chromium: install it (Debian, Ubuntu: apt-get install chromium fonts-noto-cjk) or name it in CHROMIUM_PATH.',
    )
  }
  if (!hasChineseFont()) {
    say('! 没有中文字体，截图里的汉字会是方框  No Chinese font found: Chinese text will be boxes in screenshots')
  }
  return path
}

/** The first Chromium or Chrome found: CHROMIUM_PATH, then PATH, then where installers put it. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = process.platform === 'win32' ? NAMES.map((name) => `${name}.exe`) : NAMES
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]
  return candidates.find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasChineseFont() {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  // Systems without fontconfig (macOS, Windows) come with Chinese fonts; a Linux without it gets it with Chromium.
  if (list.error) return process.platform !== 'linux'
  return list.stdout.trim() !== ''
}

function mayInstall() {
  return process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error
}

async function installPackages({ chromium, fonts }) {
  const packages = [...(chromium ? [] : ['chromium']), ...(fonts ? [] : ['fonts-noto-cjk'])]
  say(`› 安装 ${packages.join('、')}  Installing ${packages.join(', ')} …`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const steps = [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ]
  for (const step of steps) {
    const code = await run('apt-get', step, options)
    if (code !== 0) say(`! apt-get ${step[0]} 失败  apt-get ${step[0]} failed (exit code ${code})`)
  }
}
