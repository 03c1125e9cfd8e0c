import type { Breach, House } from './house.ts'
import { lineAt } from './source.ts'

/** A page of ours as a source names it; what a link to somewhere else ends in is none. */
const PAGE = /(?<![\w./-])(?:docs\/)?((?:decisions\/)?[a-z0-9][a-z0-9-]*\.md)\b/g

/** Every page that a source names is there to be read. */
export function namedPages({ sources, paths }: House): Breach[] {
  return sources
    .filter(({ path }) => !path.endsWith('.md') && !path.startsWith('test/house'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(PAGE)]
        .filter(([, page]) => !paths.includes(`docs/${page}`))
        .map((match) => ({ path, line: lineAt(text, match.index), why: `there is no docs/${match[1]}` })),
    )
}
