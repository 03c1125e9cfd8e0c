import type { Source } from './source.ts'

/** One call of the console API as the rules see it. */
export type DeclaredEndpoint = {
  file: string
  name: string
  method: string
  path: string
  who: unknown
  listed: boolean
}

/** What the rules look at: sources, the paths of all files, what package.json names, the lock file's text, the console's calls. */
export type House = {
  sources: readonly Source[]
  paths: readonly string[]
  dependencies: readonly string[]
  optionalDependencies: Readonly<Record<string, string>>
  lock: string
  endpoints: readonly DeclaredEndpoint[]
}

/** A place where a rule is broken. */
export type Breach = { path: string; line: number; why: string }

/** Tests and what they are made of (`testing.ts`, `test-….ts` in a room); they may do what shipped code may not. */
export function isTest(path: string): boolean {
  return path.startsWith('test/') || /(?:\.test\.tsx?|\/test(?:ing|-[a-z-]+)\.ts)$/.test(path)
}

/** Server and console code that ships. */
export function isShipped(path: string): boolean {
  return /^(?:src|web\/src)\//.test(path) && /\.tsx?$/.test(path) && !isTest(path)
}
