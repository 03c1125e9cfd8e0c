import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { USAGE } from '../src/cli/command.ts'
import { endpoints } from '../src/contract/all.ts'
import { ALERT_RULES } from '../src/core/alerts.ts'
import { SETTING_KEYS, SETTINGS, STANDARD_SETTINGS } from '../src/contract/settings.ts'
import { labelsOf, pairsOf } from './house/labels.ts'
import { AGENT_GUIDES } from '../web/src/pages/tutorial/agent-guides.ts'
import { claudeCodeEnv, codexConfig, GEMINI_SIGN_IN, geminiEnv } from '../web/src/lib/snippets.ts'
import { PRICE_COLUMNS } from '../src/api/price-csv.ts'
import { callOf, type Named, type Page, staleNames, variablesOf, variablesRead } from './house/docs.ts'
import { pathsUnder } from './house/source.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const textOf = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const READMES = ['README.md', 'README.zh-CN.md']
const ROOT = [...READMES, 'CONTRIBUTING.md', 'LICENSE', 'Dockerfile', 'compose.yaml', 'package.json']
const paths = [...ROOT, ...pathsUnder(root, ['src', 'web', 'test', 'scripts', 'docs', 'bench'])]
const pages: Page[] = paths.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: textOf(path) }))
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }
const commands = USAGE.map((usage) => usage.split(' ', 1)[0] ?? '')
const named: Named = {
  paths,
  scripts: Object.keys(scripts),
  commands,
  settings: SETTING_KEYS,
  calls: Object.values(endpoints).map(({ method, path }) => callOf(method, path)),
}

test('what the docs name is there: links, headings, files, commands, settings and calls', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(staleNames(pages, named).map(({ path, line, why }) => `${path}:${line} ${why}`)).toEqual([])
})

test.each([
  ['[a](gone.md)', 'there is no docs/gone.md'],
  ['[a](money.md#gone)', 'docs/money.md has no heading #gone'],
  ['`relay/gone.ts`', 'there is no relay/gone.ts'],
  ['`npm run gone`', 'package.json has no script gone'],
  ['`npm run yumen -- gone <file>`', 'there is no command gone'],
  ['`relay.gone`', 'there is no setting relay.gone'],
  ['`GET·PUT /api/keys`', 'there is no PUT /api/keys'],
  ['`GET /api/activity[/gone]`', 'there is no GET /api/activity/gone'],
])('a page with %s is told of', (text, why) => {
  const page = { path: 'docs/a.md', text: `\n${text}` }
  expect(staleNames([page], named)).toEqual([{ path: 'docs/a.md', line: 2, why }])
})

test.each(READMES)('%s lists every variable of the environment with its default, and no other', (path) => {
  const [read, told] = [variablesRead(textOf('src/config.ts')), variablesOf(textOf(path))]
  expect(read.size).toBeGreaterThan(10)
  expect([...told.keys()].toSorted()).toEqual([...read.keys()].toSorted())
  for (const [name, standard] of read) if (standard !== '') expect(told.get(name), name).toBe(`\`${standard}\``)
})

test('the READMEs in both languages name the same commands, files and places', () => {
  const [english, chinese] = READMES.map((path) => marksOf(textOf(path)))
  expect(chinese).toEqual(english)
})

/** What is no word of either language: code and links, but to the other README and headings of its own. */
function marksOf(text: string): string[] {
  const marks = text.matchAll(/`[^`\n]+`|\]\([^)]+\)/g)
  return [...new Set(Array.from(marks, ([mark]) => mark.replace(/<[^>]*>/, '<>')))]
    .filter((mark) => !mark.startsWith('](README'))
    .toSorted()
}

test('every command of the gateway is explained to operators', () => {
  const operating = textOf('docs/operating.md')
  for (const command of commands) expect(operating).toContain(`\`npm run yumen -- ${command}`)
})

test('places of the console are called as it calls them, in both languages', async () => {
  const names = paths.flatMap((path) => /^web\/src\/i18n\/zh-CN\/([\w-]+)\.ts$/.exec(path)?.[1] ?? [])
  const texts = names.map(async (name) => {
    const [chinese, english]: unknown[] = await Promise.all([
      import(`../web/src/i18n/zh-CN/${name}.ts`),
      import(`../web/src/i18n/en/${name}.ts`),
    ])
    return pairsOf(chinese, english)
  })
  const titles = Object.values(SETTINGS).map(({ title }) => [title.zh, title.en] as const)
  const pairs = [...(await Promise.all(texts)).flat(), ...titles]
  const labels = pages.filter(({ path }) => /^docs\/[^/]+$/.test(path)).flatMap(({ text }) => labelsOf(text))
  expect(labels.length).toBeGreaterThan(20)
  const isCalledSo = ({ zh, before }: { zh: string; before: string }) =>
    pairs.some(([own, en]) => own === zh && before.includes(en))
  expect(labels.filter((label) => !isCalledSo(label))).toEqual([])
})

test('the console tells operators the same of nginx as the file in the docs', () => {
  const shown = /const NGINX = `([^`]*)`/.exec(textOf('web/src/pages/admin-tutorial/notes.tsx'))?.[1] ?? ''
  const settings = shown.match(/(?:proxy|client)_(?!pass)\w+ [^;]+;/g) ?? []
  expect(settings.length).toBeGreaterThan(5)
  for (const setting of settings) expect(textOf('docs/deploy/nginx.conf')).toContain(setting)
})

test('the docs set clients up as the console does, and try them by the same commands', () => {
  const clients = textOf('docs/clients.md')
  const blocks = Array.from(clients.matchAll(/```(\w+)\n([\s\S]*?)```/g), ([, language, code = '']) => ({
    language,
    code: code.trim(),
  }))
  const json = blocks.filter(({ language }) => language === 'json').map(({ code }): unknown => JSON.parse(code))
  const code = blocks.map((block) => block.code)
  const given = { origin: 'https://gate.example', key: 'sk-ym-…' }
  expect(json).toContainEqual({ env: claudeCodeEnv(given) })
  expect(json).toContainEqual(GEMINI_SIGN_IN)
  expect(code).toContain(codexConfig({ ...given, model: 'gpt-5.5' }))
  expect(code).toContain(geminiEnv({ ...given, model: 'gemini-3.8-flash' }))
  const commands = AGENT_GUIDES.flatMap(({ write }) =>
    write({ ...given, model: 'm', hello: 'Say hello', system: 'unix' }).verify.map((block) =>
      block.kind === 'code' ? block.code.replaceAll('"', "'") : '',
    ),
  )
  expect(commands).toHaveLength(AGENT_GUIDES.length)
  const told = clients.split('\n')
  expect(commands.filter((command) => !told.includes(command))).toEqual([])
})

test('every column of a price list is told to operators', () => {
  const money = textOf('docs/money.md')
  expect(PRICE_COLUMNS.filter((name) => !money.includes(`\`${name}\``))).toEqual([])
})

test('every alert is told to operators, with what it waits for unless set otherwise', () => {
  const rows = Array.from(
    textOf('docs/operating.md').matchAll(/^\| `([a-z_]+)` \| (.*) \| (?:`([a-z_.]+)` )?\|$/gm),
    ([, rule = '', words = '', key]) => ({ rule, words, key }),
  )
  expect(rows.map(({ rule }) => rule).toSorted()).toEqual([...ALERT_RULES].toSorted())
  const standardOf = (key: string) => String((STANDARD_SETTINGS as Record<string, unknown>)[key])
  const set = rows.flatMap(({ words, key }) => (key === undefined ? [] : [{ words, key }]))
  expect(set.length).toBeGreaterThan(3)
  expect(set.filter(({ words, key }) => !new RegExp(`\\b${standardOf(key)}\\b`).test(words))).toEqual([])
})

test('what an upstream may take is told as it is set', () => {
  const seconds = { s: 1, min: 60 }
  const rows = Array.from(
    textOf('docs/routing.md').matchAll(/\| (\d+) (s|min) \| `(relay\.\w+_s)` \|/g),
    ([, figure, unit, key = '']) => [key, Number(figure) * seconds[unit as keyof typeof seconds]],
  )
  expect(rows).toHaveLength(5)
  expect(STANDARD_SETTINGS).toMatchObject(Object.fromEntries(rows))
})

test('the service goes on trying until its database is there', () => {
  const pauseSeconds = Number(/^RestartSec=(\d+)$/m.exec(textOf('docs/deploy/yumen.service'))?.[1] ?? 0.1)
  // systemd.unit(5): five starts within ten seconds are the last.
  expect(pauseSeconds * 5).toBeGreaterThan(10)
})

test('the descriptor that the docs show is one of ours', () => {
  const shown = /```ts\n([\s\S]*?)```/.exec(textOf('docs/providers.md'))?.[1] ?? ''
  expect(shown).toContain('Descriptor')
  expect(textOf('src/providers/deepseek.ts')).toContain(shown)
})
