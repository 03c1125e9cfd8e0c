import { add, type Place, type TreeNode } from './tree.ts'

/** Deeper than this nothing is taken apart: a text of brackets alone would have no end of levels. */
const MOST_DEPTH = 64
/** So much of an object or a list tells a closed one from the next. */
const BEGINNING = 160

const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\$)?|[{}[\],:]|[^\s"{}[\],:]+/g
const CLOSED = /^"[^"\\]*(?:\\[\s\S][^"\\]*)*"$/

/** Whether a text is JSON, or looks like the beginning of some where the rest was cut. */
export function isJson(text: string, cut: boolean): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return cut && /^\s*(?:\{\s*"|\[\s*[{["])/.test(text)
  }
}

/** Adds the values of JSON, or of its beginning, to a tree. Not by way of `JSON.parse`: long numbers would lose digits, keys their order, and what was cut all. */
export function readJson(text: string, tree: TreeNode[], top: Place): void {
  const open: TreeNode[] = []
  /** Where what is too deep began, and how many brackets of it are open. */
  let deep = { from: 0, open: 0 }
  let key: string | null = null
  const place = (): Place => {
    const within = open.at(-1)
    if (!within) return top
    const name = within.kind === 'array' ? within.children.length : key
    key = null
    return { parent: within.id, name }
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const opens = token === '{' || token === '['
    const closes = token === '}' || token === ']'
    if (deep.open > 0) {
      deep.open += Number(opens) - Number(closes)
      if (deep.open === 0) add(tree, place(), { kind: 'scalar', text: text.slice(deep.from, index + 1), whole: true })
    } else if (opens && open.length === MOST_DEPTH) deep = { from: index, open: 1 }
    else if (opens) {
      const beginning = text.slice(index, index + BEGINNING)
      open.push(add(tree, place(), { kind: token === '{' ? 'object' : 'array', text: beginning, whole: false }))
    } else if (closes) {
      const closed = open.pop()
      if (closed) closed.whole = true
    } else if (token === ',') key = null
    else if (token !== ':') {
      const value = valueOf(token)
      if (open.at(-1)?.kind === 'object' && key === null && value.kind === 'string') key = value.text
      else add(tree, place(), value)
    }
  }
  if (deep.open > 0) add(tree, place(), { kind: 'scalar', text: text.slice(deep.from), whole: false })
  // A key whose value was cut off.
  else if (key !== null) add(tree, place(), { kind: 'scalar', text: '', whole: false })
}

function valueOf(token: string): Pick<TreeNode, 'kind' | 'text' | 'whole'> {
  if (!token.startsWith('"')) return { kind: 'scalar', text: token, whole: true }
  const whole = CLOSED.test(token)
  return { kind: 'string', text: read(whole ? token : `${withoutHalf(token)}"`), whole }
}

/** What was cut in the middle of an escape, without that. */
const withoutHalf = (token: string): string => token.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\dA-Fa-f]{0,3})?$/, '$1')

function read(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}
