import { readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { withoutComments } from './comments.ts'

/** One import of a file: what it names, where, whether only types pass, and the file of ours it leads to. */
export type Import = { specifier: string; line: number; typeOnly: boolean; target: string | undefined }

/** One source file: its path from the root with forward slashes, its text, and its text with comments blanked. */
export type Source = { path: string; text: string; code: string; imports: readonly Import[] }

const CODE = /\.(?:ts|tsx|mjs)$/
const IMPORT_FORMS = [
  /^[ \t]*(?:import|export)\b(?<clause>[^'"`;:=()]*?)\bfrom\s*(['"])(?<specifier>[^'"\n]+)\2/gm,
  /^[ \t]*import\s*(['"])(?<specifier>[^'"\n]+)\1/gm,
  /\bimport\s*\(\s*(['"`])(?<specifier>[^'"`$\n]+)\1/g,
]

/** Reads one file's text into what the rules look at. */
export function sourceOf(path: string, text: string): Source {
  const code = CODE.test(path) ? withoutComments(text) : text
  return { path, text, code, imports: CODE.test(path) ? importsOf(path, code) : [] }
}

/** The paths of all files under the folders, from the root, without what is installed, built or hidden. */
export function pathsUnder(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || path === 'web/dist') return []
      return entry.isDirectory() ? pathsUnder(root, [path]) : [path]
    }),
  )
}

/** Reads files as sources. */
export function readSources(root: string, paths: readonly string[]): Source[] {
  return paths.map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')))
}

/** The line an offset is on, counted from one. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function importsOf(path: string, code: string): Import[] {
  return IMPORT_FORMS.flatMap((form) =>
    [...code.matchAll(form)].map((match) => {
      const { specifier = '', clause = '' } = match.groups ?? {}
      const start = match.index + (match[0].length - match[0].trimStart().length)
      return { specifier, line: lineAt(code, start), typeOnly: isTypeOnly(clause), target: targetOf(path, specifier) }
    }),
  )
}

function isTypeOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/.exec(clause)?.groups?.['names']
  if (names === undefined) return false
  const listed = names.split(',').filter((name) => name.trim() !== '')
  return listed.length > 0 && listed.every((name) => /^\s*type\s/.test(name))
}

function targetOf(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
}
