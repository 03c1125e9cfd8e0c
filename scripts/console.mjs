import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, hindrance, nodePath, root, run, say, toolPath } from './runtime.mjs'

/** What the console is made of: the folders its code may import from, and what fixes the versions of its tools. */
const SOURCES = ['web', 'src/contract', 'src/core', 'package-lock.json', 'tsconfig.json']

/** Builds the console when what it is made of has changed since web/dist was written. */
export async function buildConsole() {
  const hash = sourcesHash(root)
  if (consoleFresh(root, hash)) return
  say('› 构建控制台  Building the console …')
  const begun = Date.now()
  const code = await run(nodePath(), [toolPath('vite'), 'build', 'web', '--logLevel', 'warn'])
  if (code !== 0)
    throw new Refusal(hindrance(`控制台构建失败。\n  The console did not build (vite, exit code ${code}).`))
  writeFileSync(stampPath(root), hash)
  say(`✓ 控制台已就绪  Console built (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
}

/** Whether web/dist was built from sources with this hash. */
export function consoleFresh(base, hash) {
  return existsSync(stampPath(base)) && readFileSync(stampPath(base), 'utf8') === hash
}

/** One hash over names and bytes of everything the console is built from; tests aside. */
export function sourcesHash(base) {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesOf(base, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(base, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(base, path) {
  if (path.includes('.')) return existsSync(join(base, path)) ? [path] : []
  if (!existsSync(join(base, path))) return []
  return readdirSync(join(base, path), { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && !entry.name.startsWith('.') && !entry.name.includes('.test.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(base, `${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}

function stampPath(base) {
  return join(base, 'web', 'dist', '.built-from')
}
