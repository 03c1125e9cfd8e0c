import { noCycle } from './cycles.ts'
import { closedDoors, consoleOrder, consoleToServer } from './doors.ts'
import { type Breach, type House, isShipped, isTest } from './house.ts'
import { namedPages } from './pages.ts'
import { lineAt, type Source } from './source.ts'

/** A rule of the house: a sentence, and what breaks it. */
type Rule = { name: string; find: (house: House) => Breach[] }

const MOST_LINES = 300
const MOST_DECISION_LINES = 40
const MOST_DEPENDENCIES = 30

/** What browsers have in a secure context alone, so that it is missing where a console is opened by http and an address. */
const SECURE_ONLY = /\brandomUUID\b|\bcrypto\.subtle\b/g

/** Every rule the house is held to, in the words a broken one is reported by. */
export const RULES: readonly Rule[] = [
  { name: 'a room imports only through its doors', find: closedDoors },
  { name: 'of the server, the console imports the contract and the core alone', find: consoleToServer },
  { name: 'lib, ui, charts, i18n ← pages ← routes.tsx, and a page never imports a page', find: consoleOrder },
  { name: 'what ships imports no test', find: noTests },
  { name: 'no import cycle', find: noCycle },
  { name: `no file over ${MOST_LINES} lines, data and translations aside`, find: shortFiles },
  { name: `no decision over ${MOST_DECISION_LINES} lines`, find: shortDecisions },
  { name: 'no provider id outside src/providers', find: providerIds },
  { name: 'kysely only in the store', find: onlyIn('kysely', /^src\/store\//) },
  { name: '@base-ui only in web/src/ui', find: onlyIn('@base-ui', /^web\/src\/ui\//) },
  { name: 'the contract imports no package but zod', find: contractPackages },
  { name: 'core, contract and protocols touch no node:* and no package of the server', find: pureRooms },
  { name: 'the environment is read in config.ts alone', find: pattern(/\bprocess\.env\b/g, isEnvironmentClosed) },
  { name: 'money never becomes a float', find: pattern(/\bNumber(?:\.parseFloat)?\(\s*[^()]*nanos/gi, isShipped) },
  { name: 'the console works on plain HTTP', find: pattern(SECURE_ONLY, isConsole) },
  { name: 'a relative import ends in its file’s extension', find: extensions },
  { name: 'files are kebab-case', find: kebabCase },
  { name: 'exports are named', find: pattern(/^export default\b/gm, isShipped) },
  { name: 'no check is switched off in code', find: switchedOff },
  { name: 'no test runs alone or is left out', find: pattern(/\b(?:test|it|describe)\.(?:only|skip|todo)\b/g, isTest) },
  {
    name: 'what a test waits for is polled for as long as the project says',
    find: pattern(/\bvi\.waitFor\b/g, isTest),
  },
  { name: 'the server loads only what package.json lists in dependencies', find: declaredPackages },
  { name: `at most ${MOST_DEPENDENCIES} runtime dependencies`, find: fewDependencies },
  { name: 'the lock file names no registry host', find: noHosts },
  { name: 'the lock file is whole for every platform', find: wholeLock },
  { name: 'every page of docs that is named is there', find: namedPages },
  { name: 'every protocol has its tapes', find: tapes },
  { name: 'every console endpoint declares who may call it', find: declaredCallers },
]

function noTests({ sources }: House): Breach[] {
  return sources.flatMap(({ path, imports }) =>
    isShipped(path)
      ? imports.flatMap(({ line, target }) =>
          target && isTest(target) ? [{ path, line, why: `imports ${target}` }] : [],
        )
      : [],
  )
}

function shortFiles({ sources }: House): Breach[] {
  return tooLong(
    sources,
    MOST_LINES,
    (path) => /\.(?:tsx?|mjs|css)$/.test(path) && !/^web\/src\/i18n\/[^/]+\//.test(path),
  )
}

function shortDecisions({ sources }: House): Breach[] {
  return tooLong(sources, MOST_DECISION_LINES, (path) => path.startsWith('docs/decisions/'))
}

function tooLong(sources: readonly Source[], most: number, applies: (path: string) => boolean): Breach[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length
    return applies(path) && lines > most ? [{ path, line: most + 1, why: `${lines} lines` }] : []
  })
}

/** Ids that are no vendor's alone: the names of dialects, and the words for "none of these" and for the one that is built in. */
const COMMON_IDS = ['openai', 'anthropic', 'gemini', 'custom', 'demo']
/** Where ids may stand: the vendors, the demo's models, translations, and the pictures of families of models. */
const ID_PLACES = /^(?:src\/(?:providers|demo)\/|web\/src\/i18n\/|web\/src\/ui\/marks\.ts$)/

function providerIds({ sources }: House): Breach[] {
  const ids = sources
    .filter(({ path }) => path.startsWith('src/providers/') && !isTest(path))
    .flatMap(({ code }) => [...code.matchAll(/^\s*id: '([a-z0-9-]+)'/gm)].map((match) => match[1] ?? ''))
    .filter((id) => !COMMON_IDS.includes(id))
  if (ids.length === 0) return []
  const quoted = new RegExp(`(['"\`])(?:${ids.join('|')})\\1`, 'g')
  return pattern(quoted, (path) => isShipped(path) && !ID_PLACES.test(path))({ sources })
}

function onlyIn(name: string, room: RegExp): Rule['find'] {
  return ({ sources }) =>
    packagesOf(sources.filter(({ path }) => !room.test(path) && /^(?:src|web)\//.test(path)))
      .filter((found) => found.name === name || found.name.startsWith(`${name}/`))
      .map(({ name: found, ...at }) => ({ ...at, why: `imports ${found}` }))
}

function contractPackages({ sources }: House): Breach[] {
  return packagesOf(sources.filter(({ path }) => path.startsWith('src/contract/') && !isTest(path)))
    .filter(({ name }) => name !== 'zod')
    .map(({ name, ...at }) => ({ ...at, why: `imports ${name}` }))
}

function pureRooms({ sources }: House): Breach[] {
  const pure = sources.filter(
    ({ path }) => /^(?:src\/(?:core|contract|protocols)|web\/src)\//.test(path) && !isTest(path),
  )
  const noPackage = /^src\/core\//
  return packagesOf(pure)
    .filter(({ name, path }) => name.startsWith('node:') || noPackage.test(path))
    .map(({ name, ...at }) => ({ ...at, why: `imports ${name}` }))
}

function isEnvironmentClosed(path: string): boolean {
  return isShipped(path) && path !== 'src/config.ts'
}

function isConsole(path: string): boolean {
  return isShipped(path) && path.startsWith('web/src/')
}

function extensions({ sources }: House): Breach[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target !== undefined && !/\.(?:ts|tsx|mjs|json|css|svg)$/.test(target))
      .map(({ line, specifier }) => ({ path, line, why: `'${specifier}' has no extension` })),
  )
}

function kebabCase({ paths }: House): Breach[] {
  return paths
    .filter((path) => /^(?:src|web|test|scripts)\/.*\.(?:ts|tsx|mjs|css)$/.test(path))
    .filter((path) => !/^(?:[a-z0-9]+(?:[-.][a-z0-9]+)*)$/.test(path.split('/').at(-1) ?? ''))
    .map((path) => ({ path, line: 1, why: 'a file name is lower case with hyphens' }))
}

/** Written in two halves, so that this line does not break its own rule. */
const SWITCHES = new RegExp(`(?:ox|es)${'lint-disable'}|@ts-${'(?:ignore|nocheck)'}`, 'g')

function switchedOff({ sources }: House): Breach[] {
  return sources.flatMap(({ path, text }) =>
    /\.(?:tsx?|mjs)$/.test(path)
      ? [...text.matchAll(SWITCHES)].map((match) => ({ path, line: lineAt(text, match.index), why: match[0] }))
      : [],
  )
}

function declaredPackages({ sources, dependencies }: House): Breach[] {
  return packagesOf(sources.filter(({ path }) => path.startsWith('src/') && !isTest(path)))
    .filter(({ name }) => !name.startsWith('node:') && !dependencies.includes(packageName(name)))
    .map(({ name, ...at }) => ({ ...at, why: `imports ${name}` }))
}

function fewDependencies({ dependencies }: House): Breach[] {
  if (dependencies.length <= MOST_DEPENDENCIES) return []
  return [{ path: 'package.json', line: 1, why: `${dependencies.length} dependencies` }]
}

function noHosts({ lock }: House): Breach[] {
  return [...lock.matchAll(/"resolved": "(?:https?|git)[^"]*"/g)].map((match) => ({
    path: 'package-lock.json',
    line: lineAt(lock, match.index),
    why: 'names where a package was fetched from',
  }))
}

type Lock = { packages?: Record<string, { optionalDependencies?: Record<string, string> }> }

/** npm leaves out packages of other platforms that the registry at hand does not have, and `npm ci` then refuses the file. */
function wholeLock({ lock, optionalDependencies }: House): Breach[] {
  const { packages = {} } = JSON.parse(lock) as Lock
  const wanted = Object.entries({ ...packages, '': { optionalDependencies } }).flatMap(([at, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ at, name })),
  )
  const recorded = packages['']?.optionalDependencies ?? {}
  return wanted
    .filter(({ at, name }) => {
      const found = packages[`node_modules/${name}`] ?? packages[`${at}/node_modules/${name}`]
      return !found || (at === '' && recorded[name] !== optionalDependencies[name])
    })
    .map(({ name }) => ({ path: 'package-lock.json', line: 1, why: `lacks ${name}: run scripts/complete-lock.mjs` }))
}

const TAPES = ['text', 'tool-call', 'thinking', 'abort', 'error']

/** The room of the protocols that are only described: each description needs a tape. */
const DESCRIBED = 'src/protocols/pass-through/'

function tapes(house: House): Breach[] {
  return [...tapesOfFolders(house), ...tapesOfDescriptors(house)]
}

function tapesOfDescriptors({ paths, sources }: House): Breach[] {
  return sources
    .filter(({ path }) => path.startsWith(DESCRIBED) && !isTest(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/^\s*id: '([a-z0-9-]+)'/gm)]
        .filter(([, id]) => !paths.some((tape) => tape.startsWith(`test/tapes/${id}/`)))
        .map((match) => ({ path, line: lineAt(code, match.index), why: `test/tapes/${match[1]} is missing` })),
    )
}

function tapesOfFolders({ paths }: House): Breach[] {
  const protocols = paths
    .filter((path) => !path.startsWith(DESCRIBED))
    .flatMap((path) => /^src\/protocols\/([^/]+)\/\1\.ts$/.exec(path)?.[1] ?? [])
  return [...new Set(protocols)].flatMap((protocol) => {
    const folder = `test/tapes/${protocol}/`
    const names = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length))
    return TAPES.filter((tape) => !names.some((name) => /^[a-z-]+/.exec(name)?.[0] === tape)).map((tape) => ({
      path: `src/protocols/${protocol}`,
      line: 1,
      why: `${folder}${tape} is missing`,
    }))
  })
}

function declaredCallers({ endpoints }: House): Breach[] {
  const seen = new Set<string>()
  return endpoints.flatMap(({ file, name, method, path, who, listed }) => {
    const call = `${method} ${path}`
    const open = /^\/api\/(?:public|auth)\//.test(path)
    const problems = [
      !['anyone', 'user', 'admin'].includes(String(who)) && 'does not say who may call it',
      (who === 'admin') !== path.startsWith('/api/admin/') &&
        'administrators’ calls, and only they, are under /api/admin',
      who === 'anyone' && !open && 'only /api/public and /api/auth are open to anyone',
      !listed && 'is not listed in contract/all.ts',
      seen.has(call) && 'is declared twice',
    ]
    seen.add(call)
    return problems
      .filter((why) => why !== false)
      .map((why) => ({ path: file, line: 1, why: `${name} (${call}) ${why}` }))
  })
}

/** A rule that a pattern must not occur in the code, comments aside, of the files it applies to. */
function pattern(wrong: RegExp, applies: (path: string) => boolean): (house: Pick<House, 'sources'>) => Breach[] {
  return ({ sources }) =>
    sources
      .filter(({ path }) => applies(path))
      .flatMap(({ path, code }) =>
        [...code.matchAll(wrong)].map((match) => ({ path, line: lineAt(code, match.index), why: match[0].trim() })),
      )
}

type PackageImport = { path: string; line: number; name: string }

/** What files import that is not ours; types cost nothing at run time and are left out. */
function packagesOf(sources: readonly Source[]): PackageImport[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, typeOnly }) => target === undefined && !typeOnly)
      .map(({ line, specifier }) => ({ path, line, name: specifier })),
  )
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
