import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { USAGE } from '../src/cli/command.ts'
import { endpoints } from '../src/contract/all.ts'
import { SETTING_KEYS, SETTINGS } from '../src/contract/settings.ts'
import { labelsOf, pairsOf } from './house/labels.ts'
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
  for (const usage of USAGE.filter((usage) => usage !== 'help'))
    expect(operating).toContain(`\`npm run yumen -- ${usage.split(' ', 1)[0]}`)
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

test('the descriptor that the docs show is one of ours', () => {
  const shown = /```ts\n([\s\S]*?)```/.exec(textOf('docs/providers.md'))?.[1] ?? ''
  expect(shown).toContain('Descriptor')
  expect(textOf('src/providers/deepseek.ts')).toContain(shown)
})
