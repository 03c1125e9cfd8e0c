import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Dictionary } from './translate.ts'

const root = join(import.meta.dirname, '..')
const modules = import.meta.glob<Record<string, Dictionary>>(['./zh-CN/*.ts', './en/*.ts'], { eager: true })
const namespaces = Object.keys(modules).flatMap((path) => /^\.\/zh-CN\/(\w+)\.ts$/.exec(path)?.[1] ?? [])
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^i18n[/\\](?:zh-CN|en)/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

const textsIn = (language: string, ns: string): Map<string, string> =>
  new Map(flat(modules[`./${language}/${ns}.ts`]?.[ns] ?? {}))

function flat(dictionary: Dictionary, prefix = ''): [string, string][] {
  return Object.entries(dictionary).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
}

const stem = (key: string) => key.replace(/_(?:one|other)$/, '')
const stems = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(stem))].toSorted()
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted()

/** Whether some source of the console that speaks of the namespace names the key, whole or as the beginning of a template. */
function isUsed(ns: string, key: string): boolean {
  return sources.some((source) => {
    if (!new RegExp(`['"]${ns}['"]`).test(source)) return false
    if (new RegExp(`['"\`]${key.replaceAll('.', '\\.')}['"\`]`).test(source)) return true
    return [...source.matchAll(/`([\w.]*)\$\{/g)].some(([, start = '']) => start !== '' && key.startsWith(start))
  })
}

describe.each(namespaces)('the texts of %s', (ns) => {
  const [zh, en] = [textsIn('zh-CN', ns), textsIn('en', ns)]

  test('are there in both languages', () => {
    expect(stems(en)).toEqual(stems(zh))
    expect([...zh, ...en].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('have both plural forms in English', () => {
    const others = [...en.keys()].filter((key) => key.endsWith('_other'))
    expect(others.filter((key) => !en.has(key.replace(/_other$/, '_one')))).toEqual([])
  })

  test('ask for the same values in both languages', () => {
    const differing = [...zh].filter(([key, text]) => {
      const other = en.get(key)
      return other !== undefined && placeholders(other).join() !== placeholders(text).join()
    })
    expect(differing).toEqual([])
  })

  test('are all used', () => {
    expect(stems(zh).filter((key) => !isUsed(ns, key))).toEqual([])
  })
})

test('no key is asked for that is not there', () => {
  const missing = sources.flatMap((source) =>
    [...source.matchAll(/(?:const |[(,{]\s*)(\w+)(?: = (?:useTexts|textsOf)\('(\w+)'\)|: Texts<'(\w+)'>)/g)].flatMap(
      ([, name = '', used, typed]) => {
        const ns = used ?? typed ?? ''
        const known = new Set(stems(textsIn('zh-CN', ns)))
        return [...source.matchAll(new RegExp(`\\b${name}\\('([\\w.]+)'`, 'g'))]
          .map(([, key = '']) => `${ns}:${key}`)
          .filter((key) => !known.has(key.slice(ns.length + 1)) && !isNamedTwice(source, name))
      },
    ),
  )
  expect(missing).toEqual([])
})

// The same short name may stand for another namespace elsewhere in the file; the compiler knows, this scan does not.
function isNamedTwice(source: string, name: string): boolean {
  const names = source.match(new RegExp(`\\b${name}(?: = (?:useTexts|textsOf)\\('\\w+'\\)|: Texts<'\\w+'>)`, 'g')) ?? []
  return new Set(names).size > 1
}
