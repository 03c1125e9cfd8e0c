import { posix } from 'node:path'
import type { Breach } from './house.ts'
import { lineAt } from './source.ts'

/** One page of text, by its path from the root. */
export type Page = { path: string; text: string }

/** What pages may name: files, npm scripts, the gateway's own commands, settings, and calls as `GET /api/keys/{}`. */
export type Named = {
  paths: readonly string[]
  scripts: readonly string[]
  commands: readonly string[]
  settings: readonly string[]
  calls: readonly string[]
}

/** A reader who follows a link, or pastes what a page says, finds it there. */
export function staleNames(pages: readonly Page[], named: Named): Breach[] {
  return pages.flatMap((page) => [
    ...linksOf(page, pages, named.paths),
    ...filesOf(page, named.paths),
    ...commandsOf(page, named),
    ...settingsOf(page, named.settings),
    ...callsOf(page, named.calls),
  ])
}

function* linksOf({ path, text }: Page, pages: readonly Page[], paths: readonly string[]): Iterable<Breach> {
  for (const match of text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
    const [, file = '', anchor] = match
    const target = file === '' ? path : posix.join(posix.dirname(path), file)
    const line = lineAt(text, match.index)
    if (!paths.includes(target)) yield { path, line, why: `there is no ${target}` }
    else if (anchor !== undefined && !anchorsOf(pages, target).includes(anchor))
      yield { path, line, why: `${target} has no heading #${anchor}` }
  }
}

/** The anchors of a page's headings, as code hosts make them. */
function anchorsOf(pages: readonly Page[], path: string): string[] {
  const text = pages.find((page) => page.path === path)?.text ?? ''
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Sources are named by the end of their path. */
function* filesOf(page: Page, paths: readonly string[]): Iterable<Breach> {
  for (const [match, file = ''] of codeOf(page, /`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|md|conf|service))`/g)) {
    if (paths.some((path) => path === file || path.endsWith(`/${file}`))) continue
    yield { ...match, why: `there is no ${file}` }
  }
}

function* commandsOf(page: Page, { scripts, commands }: Named): Iterable<Breach> {
  for (const [match, script = '', command] of codeOf(page, /npm run ([a-z-]+)(?: -- ([a-z-]+))?/g)) {
    if (!scripts.includes(script)) yield { ...match, why: `package.json has no script ${script}` }
    if (script === 'yumen' && command !== undefined && !commands.includes(command))
      yield { ...match, why: `there is no command ${command}` }
  }
}

function* settingsOf(page: Page, settings: readonly string[]): Iterable<Breach> {
  const groups = new Set(settings.map((key) => key.split('.')[0]))
  for (const [match, key = ''] of codeOf(page, /`([a-z]+\.[a-z_]+)`/g)) {
    if (!groups.has(key.split('.')[0]) || settings.includes(key)) continue
    yield { ...match, why: `there is no setting ${key}` }
  }
}

const CALL = /`((?:GET|POST|PUT|PATCH|DELETE)(?:·[A-Z]+)*) (\/api\/[^\s`]+)`/g

/** A part of a path in brackets may be left out; methods at one path stand in a row. */
function* callsOf(page: Page, calls: readonly string[]): Iterable<Breach> {
  for (const [match, methods = '', path = ''] of codeOf(page, CALL)) {
    const forms = [path.replaceAll(/\[[^\]]*\]/g, ''), path.replaceAll(/[[\]]/g, '')]
    const meant = methods.split('·').flatMap((method) => forms.map((form) => callOf(method, form)))
    const missing = meant.find((call) => !calls.includes(call))
    if (missing !== undefined) yield { ...match, why: `there is no ${missing}` }
  }
}

/** A call with its parameters unnamed. */
export function callOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

type Place = Omit<Breach, 'why'>

function codeOf({ path, text }: Page, form: RegExp): [place: Place, ...groups: (string | undefined)[]][] {
  return Array.from(text.matchAll(form), (match) => [{ path, line: lineAt(text, match.index) }, ...match.slice(1)])
}

/** The variables of a table of the environment, each with its default as the page tells it. */
export function variablesOf(table: string): Map<string, string> {
  const rows = Array.from(table.matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm))
  return new Map(
    rows.flatMap(([, names = '', standard = '']) =>
      Array.from(names.matchAll(/`([A-Z_]+)`/g), ([, name = '']): [string, string] => [name, standard]),
    ),
  )
}

/** The variables that `config.ts` reads, each with its default; the empty text where it has none. */
export function variablesRead(config: string): Map<string, string> {
  const parts = config.split(/^ {2}(?=[A-Z][A-Z_]+: )/m).slice(1)
  return new Map(
    parts.map((part) => {
      const name = part.slice(0, part.indexOf(':'))
      const [, text, number] = /\.default\((?:'([^']*)'|(\d+))\)/.exec(part) ?? []
      return [name, text ?? number ?? '']
    }),
  )
}
