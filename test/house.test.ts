import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { endpoints } from '../src/contract/all.ts'
import type { DeclaredEndpoint, House } from './house/house.ts'
import { RULES } from './house/rules.ts'
import { pathsUnder, readSources } from './house/source.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const house = await readHouse()

test.each(RULES)('the house keeps: $name', ({ name, find }) => {
  const broken = find(house).map(({ path, line, why }) => `${path}:${line} breaks “${name}”: ${why}`)
  expect(broken).toEqual([])
})

test('the house that is checked is the real one', () => {
  const looked = house.sources.map(({ path }) => path)
  expect(looked).toEqual(expect.arrayContaining(['src/contract/all.ts', 'src/core/money.ts', 'test/house.test.ts']))
  expect(house.endpoints.length).toBeGreaterThanOrEqual(Object.keys(endpoints).length)
})

type Manifest = { dependencies: object; optionalDependencies: Record<string, string> }

async function readHouse(): Promise<House> {
  const paths = pathsUnder(root, ['src', 'web', 'test', 'scripts', 'docs'])
  const sources = readSources(
    root,
    paths.filter((path) => /\.(?:tsx?|mjs|css|md)$/.test(path)),
  )
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Manifest
  return {
    sources,
    paths,
    dependencies: Object.keys(manifest.dependencies),
    optionalDependencies: manifest.optionalDependencies,
    lock: readFileSync(`${root}/package-lock.json`, 'utf8'),
    endpoints: await readEndpoints(paths),
  }
}

async function readEndpoints(paths: readonly string[]): Promise<DeclaredEndpoint[]> {
  const files = paths.filter((path) => /^src\/contract\/[^/]+(?<!\.test)\.ts$/.test(path) && !path.endsWith('/all.ts'))
  const listed = new Set<unknown>(Object.values(endpoints))
  const found = await Promise.all(
    files.map(async (file) => {
      const exported: unknown = await import(`../src/contract/${basename(file, '.ts')}.ts`)
      return endpointsIn(exported).map(({ name, value }) => ({ file, name, ...value, listed: listed.has(value) }))
    }),
  )
  return found.flat()
}

type Call = { method: string; path: string; who: unknown }

/** The endpoints among a module's exports, those in groups of endpoints included. */
function endpointsIn(exported: unknown): { name: string; value: Call }[] {
  return Object.entries(Object(exported)).flatMap(([name, value]) => {
    if (isCall(value)) return [{ name, value }]
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return []
    return Object.entries(value).flatMap(([inner, call]) =>
      isCall(call) ? [{ name: `${name}.${inner}`, value: call }] : [],
    )
  })
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
}
