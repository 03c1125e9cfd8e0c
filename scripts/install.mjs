import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, hindrance, nodePath, root, run, say } from './runtime.mjs'

/** Installs what package-lock.json names when node_modules does not hold exactly that; a check of a millisecond when it does. */
export async function install() {
  if (installed(root)) return
  say('› 安装依赖（首次约一分钟）  Installing dependencies (about a minute the first time) …')
  const begun = Date.now()
  // The flags to include are there for machines that set NODE_ENV=production: the console is built from devDependencies.
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  const code = await npm(['ci', ...flags])
  if (code !== 0) {
    throw new Refusal(
      hindrance(
        `依赖安装失败，请检查网络与 npm 源。\n  Installing failed (npm ci, exit code ${code}): check the network and npm's registry.`,
      ),
    )
  }
  await mustStart(nodePath())
  writeFileSync(stampPath(root), lockHash(root))
  say(`✓ 依赖已就绪  Dependencies installed (${seconds(begun)} s)`)
}

/** A Node that is there and lacks a library of the system says so once, in the words of the loader. */
export async function mustStart(node) {
  if ((await run(node, ['--eval', ''], { env: process.env })) === 0) return
  throw new Refusal(
    `随附的 Node 无法在这台机器上启动（原因见上）。Debian 与 Ubuntu：apt-get install libatomic1\n` +
      `  The Node that comes with Yumen does not start on this machine (the lines above say why). On Debian and Ubuntu: apt-get install libatomic1`,
  )
}

/** Whether node_modules holds what the lock file names; npm's own record is believed, so that a bare `npm ci` is not repeated. */
export function installed(base) {
  const stamp = stampPath(base)
  const hash = lockHash(base)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  if (!recordAgrees(base)) return false
  try {
    writeFileSync(stamp, hash)
  } catch {
    // Whoever may not write there compares the records again next time.
  }
  return true
}

/** The hash of the lock file. */
export function lockHash(base) {
  return createHash('sha256')
    .update(readFileSync(join(base, 'package-lock.json')))
    .digest('hex')
}

function stampPath(base) {
  return join(base, 'node_modules', '.yumen-lock')
}

function recordAgrees(base) {
  const record = join(base, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(base, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (entry.optional && !found[path])) return true
    return found[path]?.version === entry.version && existsSync(join(base, path))
  })
}

function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  // npm replaces node_modules, our Node included: it must run on the Node it was started with, not on ours.
  if (node && script?.endsWith('npm-cli.js') && existsSync(script))
    return run(node, [script, ...args], { env: process.env })
  const options = { env: process.env, shell: process.platform === 'win32' }
  return run('npm', args, options).catch((error) => {
    throw new Refusal(`找不到 npm。\n  npm was not found (${error.code}): install Node.js with npm.`)
  })
}

function seconds(begun) {
  return Math.round((Date.now() - begun) / 1000)
}
