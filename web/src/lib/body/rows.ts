import { type Tree, type TreeNode, wayTo } from './tree.ts'

/** What is open: what is less deep than `depth`, but for what was opened or closed by hand; and how many of a long list are shown. */
export type Opened = {
  depth: number
  byHand: ReadonlyMap<number, boolean>
  shown: ReadonlyMap<number, number>
}

/** A line of a tree as it is shown: a value with its place among its like, or what shows more of a long list. */
export type Row = { node: TreeNode; place: number; of: number } | { more: TreeNode; left: number }

/** So many values of a list are laid out at once. */
export const PIECE = 100
/** A tree begins as far open as so many lines go. */
const FIRST_ROWS = 150
/** A string longer than this is folded. */
const LONG = 600

/** Whether a value can be opened and closed. */
export const isFoldable = ({ kind, text, children }: TreeNode): boolean =>
  children.length > 0 || (kind === 'string' && text.length > LONG)

/** Whether a value is open. */
export function isOpen(node: TreeNode, { depth, byHand }: Opened): boolean {
  const hasRoom = node.children.length > 0 || depth === Infinity
  return byHand.get(node.id) ?? (hasRoom && node.level < depth)
}

/** What is open of a tree nobody has touched yet. */
export function firstOpened(tree: Tree): Opened {
  const levels: number[] = []
  for (const node of tree) if (isShownOf(tree, node)) levels[node.level] = (levels[node.level] ?? 0) + 1
  let rows = 0
  const depth = levels.findIndex((count) => (rows += count) > FIRST_ROWS)
  return { ...NOTHING, depth: depth < 0 ? levels.length : Math.max(1, depth - 1) }
}

const NOTHING: Opened = { depth: 0, byHand: new Map(), shown: new Map() }

/** All of a tree open, or nothing but its top. */
export const openedAll = (open: boolean): Opened => ({ ...NOTHING, depth: open ? Infinity : 1 })

// A list of thousands of numbers shows a piece of them, and does not keep the rest closed.
function isShownOf(tree: Tree, { name, parent }: TreeNode): boolean {
  return parent === null || typeof name !== 'number' || name < PIECE || tree[parent]?.kind !== 'array'
}

/** The lines of a tree, as far as it is open. */
export function rowsOf(tree: Tree, opened: Opened): Row[] {
  const rows: Row[] = []
  const lay = (ids: readonly number[], within: TreeNode | null) => {
    const shown = within ? (opened.shown.get(within.id) ?? PIECE) : ids.length
    for (const [at, id] of ids.slice(0, shown).entries()) {
      const node = tree[id]
      if (!node) continue
      rows.push({ node, place: at + 1, of: ids.length })
      if (isOpen(node, opened)) lay(node.children, node)
    }
    if (within && shown < ids.length) rows.push({ more: within, left: ids.length - shown })
  }
  const top = tree.filter(({ parent }) => parent === null).map(({ id }) => id)
  lay(top, null)
  return rows
}

/** With a value opened or closed by hand. */
export function toggled(opened: Opened, node: TreeNode): Opened {
  return { ...opened, byHand: new Map(opened.byHand).set(node.id, !isOpen(node, opened)) }
}

/** With one piece more of a long list. */
export function withMore(opened: Opened, node: TreeNode): Opened {
  return { ...opened, shown: new Map(opened.shown).set(node.id, (opened.shown.get(node.id) ?? PIECE) + PIECE) }
}

/** With everything open that hides a value. */
export function openedTo(tree: Tree, opened: Opened, id: number): Opened {
  const byHand = new Map(opened.byHand)
  const shown = new Map(opened.shown)
  for (const node of wayTo(tree, id)) {
    if (isFoldable(node)) byHand.set(node.id, true)
    const parent = node.parent === null ? undefined : tree[node.parent]
    if (!parent) continue
    const place = parent.children.indexOf(node.id)
    if (place >= (shown.get(parent.id) ?? PIECE)) shown.set(parent.id, Math.ceil((place + 1) / PIECE) * PIECE)
  }
  return { ...opened, byHand, shown }
}
