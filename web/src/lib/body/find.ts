import type { Tree } from './tree.ts'

/** Where something stands in a tree: in the name of a value or in its text, from one character to another. */
export type Hit = { id: number; part: 'name' | 'text'; from: number; to: number }

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g

/** All places where some words stand, in the order of the body, however their letters are cased. */
export function findIn(tree: Tree, words: string): Hit[] {
  if (words === '') return []
  const pattern = new RegExp(words.replaceAll(SPECIAL, String.raw`\$&`), 'giu')
  return tree.flatMap(({ id, name, text, kind }) => {
    // Of what holds others the text is how they begin: it would be found twice.
    const holds = kind === 'object' || kind === 'array'
    return [
      ...(typeof name === 'string' ? hitsOf(name, pattern, { id, part: 'name' }) : []),
      ...(holds ? [] : hitsOf(text, pattern, { id, part: 'text' })),
    ]
  })
}

function hitsOf(text: string, pattern: RegExp, where: Pick<Hit, 'id' | 'part'>): Hit[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    ...where,
    from: index,
    to: index + found.length,
  }))
}
