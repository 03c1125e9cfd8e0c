import { type Breach, type House, isTest } from './house.ts'
import type { Import, Source } from './source.ts'

/** The rooms of the server, and the rooms each may import; `types of x` lets only types through. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  disk: [],
  contract: ['core'],
  protocols: ['core'],
  vault: ['core', 'disk'],
  telemetry: ['core'],
  providers: ['core', 'types of protocols'],
  catalog: ['core', 'providers'],
  metering: ['core', 'disk', 'telemetry', 'catalog'],
  store: ['core', 'disk', 'contract', 'vault'],
  relay: ['core', 'vault', 'telemetry', 'protocols', 'providers', 'catalog', 'metering'],
  api: ['core', 'contract', 'vault', 'telemetry', 'catalog', 'providers', 'store'],
  http: ['core', 'telemetry'],
  settings: ['core', 'contract'],
  notify: ['core', 'contract', 'telemetry'],
  jobs: ['core', 'contract', 'telemetry'],
  cli: ['core', 'disk', 'vault', 'store'],
  demo: ['core', 'vault', 'catalog', 'providers', 'store'],
  'config.ts': ['core'],
}

/** The files that may import everything: they put the rooms together. */
const ROOF = ['app.ts', 'holds.ts', 'operations.ts', 'own-site.ts', 'traffic.ts', 'main.ts']

/** Every import of the server goes through a door of its room. */
export function closedDoors({ sources }: House): Breach[] {
  return crossings(sources, (path) => path.startsWith('src/')).flatMap(({ source, found, target }) => {
    const [from, to] = [roomOf(source.path), target.startsWith('src/') ? roomOf(target) : target]
    if (from === to || ROOF.includes(from) || isOpen(from, to, found.typeOnly)) return []
    const doors = DOORS[from]
    const why = doors ? `may import ${doors.join(', ') || 'no room'}` : 'is no room of the door table'
    return [{ path: source.path, line: found.line, why: `${from} ${why}, not ${to} (${found.specifier})` }]
  })
}

function isOpen(from: string, to: string, typeOnly: boolean): boolean {
  const doors = DOORS[from] ?? []
  return doors.includes(to) || (typeOnly && doors.includes(`types of ${to}`))
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? path
}

/** Of the server, the console sees the contract and the core alone. */
export function consoleToServer({ sources }: House): Breach[] {
  return crossings(sources, isConsole).flatMap(({ source, found, target }) => {
    if (target.startsWith('web/src/') || /^src\/(?:contract|core)\//.test(target)) return []
    const why = `the console imports src/contract and src/core, not ${target}`
    return [{ path: source.path, line: found.line, why }]
  })
}

const PARTS = ['lib', 'ui', 'charts', 'i18n']

/** Inside the console: lib, ui, charts, i18n ← pages ← routes.tsx, and a page never imports a page. */
export function consoleOrder({ sources }: House): Breach[] {
  const pages = sources.filter(({ path }) => /^web\/src\/pages\/.*\/page\.tsx$/.test(path)).map(({ path }) => path)
  return crossings(sources, isConsole).flatMap(({ source, found, target }) => {
    if (!target.startsWith('web/src/')) return []
    const [from, to] = [partOf(source.path), partOf(target)]
    const at = { path: source.path, line: found.line }
    if (PARTS.includes(from) && !PARTS.includes(to)) {
      return [{ ...at, why: `${from} may import ${PARTS.join(', ')}, not ${target}` }]
    }
    if (from !== 'pages' || PARTS.includes(to)) return []
    if (to !== 'pages') return [{ ...at, why: `a page may import ${PARTS.join(', ')}, not ${target}` }]
    if (pageOf(source.path, pages) === pageOf(target, pages)) return []
    return [{ ...at, why: `a page never imports a page (${target})` }]
  })
}

function isConsole(path: string): boolean {
  return path.startsWith('web/src/')
}

function partOf(path: string): string {
  return path.split('/')[2] ?? path
}

/** The folder of the page a file belongs to: the nearest one that holds a page.tsx, else its folder under pages. */
function pageOf(path: string, pages: readonly string[]): string {
  const folders = pages.map((page) => page.slice(0, -'page.tsx'.length)).filter((folder) => path.startsWith(folder))
  const nearest = folders.sort((one, other) => other.length - one.length)[0]
  return nearest ?? path.split('/').slice(0, 4).join('/')
}

type Crossing = { source: Source; found: Import; target: string }

/** Imports of our own files by files that ship; tests may open every door. */
function crossings(sources: readonly Source[], from: (path: string) => boolean): Crossing[] {
  return sources
    .filter(({ path }) => from(path) && !isTest(path))
    .flatMap((source) =>
      source.imports.flatMap((found) => (found.target === undefined ? [] : [{ source, found, target: found.target }])),
    )
}
