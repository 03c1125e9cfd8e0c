import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const IMPORT = /^(?:import|export)\s(?!type\b)[^'"]*?['"](\.[^'"]+)['"]/gm
const USED = /useTexts\('(\w+)'\)/g
/** Texts that come with a part of a page: whoever loads the part loads them beside it. */
const BESIDE = /loadTexts\('(\w+)'\)/g
const PAGE = /const (\w+) = lazyPage\(([^]*?)\n?\)\n/g
const LOADED = /import\('(.+?)'\)/g

/** Namespaces that are there without being named: of the frame, of what loads by itself, and of what only administrators are shown. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  common: [],
  ui: [],
  announcements: ['dashboard'],
  analysis: ['usage'],
}

/** A module with all that comes with it. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  const source = sources[path]
  if (source === undefined || found.has(path)) return found
  found.add(path)
  for (const [, to = ''] of source.matchAll(IMPORT)) {
    const { pathname } = new URL(to, new URL(path, 'file:///'))
    withImports(`.${pathname}`, found)
  }
  return found
}

test('the texts of all that comes with a page load beside it: React hides a page of which some are still missing', () => {
  const pages = [...(sources['./routes.tsx'] ?? '').matchAll(PAGE)]
  expect(pages.length).toBeGreaterThan(15)
  const missing = pages.flatMap(([, page = '', args = '']) => {
    const files = [...args.matchAll(LOADED)].flatMap(([, path = '']) => [...withImports(path)])
    const named = new Set([...args.replaceAll(LOADED, '').matchAll(/'(\w+)'/g)].map(([, name]) => name))
    const all = (pattern: RegExp) =>
      new Set(files.flatMap((file) => [...(sources[file] ?? '').matchAll(pattern)].map(([, name = '']) => name)))
    const used = all(USED)
    const beside = all(BESIDE)
    const isThere = (name: string) => {
      const pagesOf = ELSEWHERE[name]
      return (
        named.has(name) ||
        beside.has(name) ||
        (pagesOf !== undefined && (pagesOf.length === 0 || pagesOf.includes(page)))
      )
    }
    return [...used].filter((name) => !isThere(name)).map((name) => `${page}: ${name}`)
  })
  expect(missing).toEqual([])
})
