import { expect, test } from 'vitest'
import { findIn } from './find.ts'
import { readJson } from './read-json.ts'
import { firstOpened, openedAll, openedTo, type Opened, rowsOf, toggled, withMore } from './rows.ts'
import { TOP, type Tree, type TreeNode } from './tree.ts'

function treeOf(value: unknown): Tree {
  const tree: TreeNode[] = []
  readJson(JSON.stringify(value), tree, TOP)
  return tree
}

const names = (tree: Tree, opened: Opened) =>
  rowsOf(tree, opened).map((row) => ('more' in row ? `+${row.left}` : row.node.name))
const found = (tree: Tree, name: string) => {
  const node = tree.find((one) => one.name === name)
  if (!node) throw new Error(`no ${name}`)
  return node
}

test('what is short begins open, and what is long as far as it can be taken in', () => {
  const short = treeOf({ a: { b: { c: [1, 2] } } })
  expect(names(short, firstOpened(short))).toEqual([null, 'a', 'b', 'c', 0, 1])
  const messages = Array.from({ length: 90 }, () => ({ role: 'user', content: 'x' }))
  const long = treeOf({ model: 'm', messages })
  expect(rowsOf(long, firstOpened(long))).toHaveLength(93)
  const longer = treeOf({ messages: messages.map((one) => ({ messages: [one, one] })), tools: messages })
  expect(names(longer, firstOpened(longer))).toEqual([null, 'messages', 'tools'])
})

test('a value opens and closes by hand, and so does all', () => {
  const tree = treeOf({ a: { b: 1 } })
  const closed = toggled(firstOpened(tree), found(tree, 'a'))
  expect(names(tree, closed)).toEqual([null, 'a'])
  expect(names(tree, toggled(closed, found(tree, 'a')))).toEqual([null, 'a', 'b'])
  expect(names(tree, openedAll(false))).toEqual([null, 'a'])
  expect(names(tree, openedAll(true))).toEqual([null, 'a', 'b'])
})

test('a list of thousands is laid out by pieces, and does not keep the rest closed', () => {
  const tree = treeOf({ vector: Array.from({ length: 5000 }, (_, n) => n), after: { b: 1 } })
  const opened = firstOpened(tree)
  expect(names(tree, opened).slice(-4)).toEqual([99, '+4900', 'after', 'b'])
  const more = withMore(opened, found(tree, 'vector'))
  expect(names(tree, more)).toContain('+4800')
  expect(names(tree, more)).toContain(199)
})

test('places among the like are told, for who does not see them', () => {
  const tree = treeOf({ a: 1, b: 2 })
  const [, , second] = rowsOf(tree, firstOpened(tree))
  expect(second).toMatchObject({ place: 2, of: 2, node: { level: 1 } })
})

test('words are found in keys and values, however cased, and what hides them opens', () => {
  const tree = treeOf({
    Model: 'm',
    list: [...Array.from({ length: 400 }, () => 0), { deep: { text: 'a (model) b' } }],
  })
  const hits = findIn(tree, 'MODEL')
  expect(hits.map(({ part, from, to }) => [part, from, to])).toEqual([
    ['name', 0, 5],
    ['text', 3, 8],
  ])
  const text = found(tree, 'text')
  expect(hits[1]?.id).toBe(text.id)
  const opened = openedTo(tree, openedAll(false), text.id)
  expect(names(tree, opened)).toContain('text')
  expect(findIn(tree, '(model)')).toHaveLength(1)
  expect(findIn(tree, '')).toEqual([])
})

test('a long string is folded until it is opened, or something is found in it', () => {
  const tree = treeOf({ a: `${'x'.repeat(5000)} needle` })
  const node = found(tree, 'a')
  const [hit] = findIn(tree, 'needle')
  expect(hit?.id).toBe(node.id)
  expect(openedTo(tree, firstOpened(tree), node.id).byHand.get(node.id)).toBe(true)
})
