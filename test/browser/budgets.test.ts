import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../../web/dist')
const KIB = 1024

type Chunk = { file: string; imports?: string[]; css?: string[] }
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const zipped = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length

/** Everything these chunks import statically, themselves included; `without` is already there. */
function closure(names: readonly string[], without: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name) || without.has(name)) return
    found.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  for (const name of names) {
    if (manifest[name] === undefined) throw new Error(`no chunk of ${name}`)
    visit(name)
  }
  return found
}

const isCharts = (name: string) => name === 'src/charts/engine.ts'
const scripts = (names: Iterable<string>) =>
  [...names].filter((name) => !isCharts(name)).reduce((sum, name) => sum + zipped(manifest[name]?.file ?? ''), 0) / KIB
const texts = (...names: string[]) => names.map((ns) => `src/i18n/zh-CN/${ns}.ts`)

const entry = closure(['index.html'])
const frame = ['src/shell/frame.tsx', ...texts('shell', 'ui')]
const shell = closure(['index.html', ...frame])

describe('budgets, gzip', () => {
  test('/login first load ≤ 130 KiB of JavaScript, without the frame', () => {
    const login = closure(['index.html', 'src/pages/login/page.tsx', ...texts('login', 'password', 'ui')])
    expect(scripts(login)).toBeLessThanOrEqual(130)
    expect(login.has('src/shell/frame.tsx')).toBe(false)
  })

  test('shell + dashboard ≤ 190 KiB before charts', () => {
    const dashboard = closure(['src/pages/dashboard/page.tsx', ...texts('dashboard')], shell)
    expect(scripts([...shell, ...dashboard])).toBeLessThanOrEqual(190)
  })

  const pages = Object.keys(manifest).filter((name) => /^src\/pages\/[\w-]+\/page\.tsx$/.test(name))
  test.each(pages)('%s ≤ 60 KiB beside the shell', (name) => {
    expect(scripts(closure([name], name.includes('/login/') ? entry : shell))).toBeLessThanOrEqual(60)
  })

  test.each(pages)('%s loads ≤ 20 KiB of CSS, the shell’s included', (name) => {
    const loaded = closure(['index.html', ...(name.includes('/login/') ? [] : frame), name])
    const files = new Set([...loaded].flatMap((chunk) => manifest[chunk]?.css ?? []))
    const sum = [...files].reduce((all, file) => all + zipped(file), 0) / KIB
    expect(sum).toBeGreaterThan(1)
    expect(sum).toBeLessThanOrEqual(20)
  })

  test('charts chunk ≤ 200 KiB', () => {
    const beside = closure(['src/charts/engine.ts'], shell)
    const sum = [...beside].reduce((all, name) => all + zipped(manifest[name]?.file ?? ''), 0) / KIB
    expect(sum).toBeGreaterThan(20)
    expect(sum).toBeLessThanOrEqual(200)
  })

  test('fonts before text ≤ 32 KiB', () => {
    const html = readFileSync(join(DIST, 'index.html'), 'utf8')
    const preloaded = [...html.matchAll(/href="\/([^"]+\.woff2)"/g)].map(([, file = '']) => file)
    const bytes = preloaded.reduce((sum, file) => sum + readFileSync(join(DIST, file)).length, 0)
    expect(bytes / KIB).toBeLessThanOrEqual(32)
  })
})
