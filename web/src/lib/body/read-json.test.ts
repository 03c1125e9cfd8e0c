import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJson, readJson } from './read-json.ts'
import { TOP, type Tree, type TreeNode } from './tree.ts'

function treeOf(text: string): Tree {
  const tree: TreeNode[] = []
  readJson(text, tree, TOP)
  return tree
}

/** The value a tree was read from. */
function valueOf(tree: Tree, id = 0): unknown {
  const node = tree[id]
  if (node?.kind === 'array') return node.children.map((child) => valueOf(tree, child))
  if (node?.kind === 'object')
    return Object.fromEntries(node.children.map((child) => [tree[child]?.name, valueOf(tree, child)]))
  return node?.kind === 'string' ? node.text : JSON.parse(node?.text ?? '')
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const shown = (tree: Tree) => tree.map(({ level, name, kind, text, whole }) => ({ level, name, kind, text, whole }))

test('any JSON is read as what it is, however it is laid out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      // Keys like numbers come in an order of their own in objects, and not in trees.
      const tree = treeOf(JSON.stringify(value, null, space))
      expect(valueOf(tree)).toEqual(plain(value))
      expect(tree.every(({ whole }) => whole)).toBe(true)
    }),
  )
})

test('of the beginning of JSON everything is there that came, and what was cut says so', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
      const whole = JSON.stringify({ value })
      const tree = treeOf(whole.slice(0, 2 + (at % (whole.length - 2))))
      expect(tree[0]?.whole).toBe(false)
      const all = treeOf(whole)
      // But for the last, which may have been cut, each is the one of the whole.
      for (const node of tree.slice(0, -1)) expect(all[node.id]?.name).toBe(node.name)
    }),
  )
  expect(shown(treeOf('{"a":[1,{"b":"c, \\"d: {\\n'))).toEqual([
    { level: 0, name: null, kind: 'object', text: '{"a":[1,{"b":"c, \\"d: {\\n', whole: false },
    { level: 1, name: 'a', kind: 'array', text: '[1,{"b":"c, \\"d: {\\n', whole: false },
    { level: 2, name: 0, kind: 'scalar', text: '1', whole: true },
    { level: 2, name: 1, kind: 'object', text: '{"b":"c, \\"d: {\\n', whole: false },
    { level: 3, name: 'b', kind: 'string', text: 'c, "d: {\n', whole: false },
  ])
})

test.each([
  ['{"a":"x\\', 'x'],
  ['{"a":"x\\u00', 'x'],
  ['{"a":"x\\\\u00', 'x\\u00'],
  ['{"a":"x\\\\', 'x\\'],
  ['{"a":"x\\"', 'x"'],
])('a string that was cut in an escape is read without its half: %s', (text, read) => {
  expect(treeOf(text)).toHaveLength(2)
  expect(treeOf(text)[1]).toMatchObject({ kind: 'string', text: read, whole: false })
})

test('a key without its value is there, too', () => {
  expect(treeOf('{"a":1,"be').slice(1)).toMatchObject([{ name: 'a' }, { name: 'be', text: '', whole: false }])
})

test('long numbers, keys twice and the order of keys stay as they came', () => {
  const [, ...members] = treeOf('{"2":12345678901234567890,"1":1.0,"1":2}')
  expect(members.map(({ name, text }) => [name, text])).toEqual([
    ['2', '12345678901234567890'],
    ['1', '1.0'],
    ['1', '2'],
  ])
})

test('brackets within brackets have an end, and what comes behind them its place', () => {
  const deep = `[${'['.repeat(20_000)}1${']'.repeat(20_000)},2]`
  const tree = treeOf(deep)
  expect(tree.length).toBeLessThan(70)
  expect(tree.at(-1)).toMatchObject({ level: 1, name: 1, text: '2' })
  expect(treeOf('['.repeat(20_000)).at(-1)).toMatchObject({ kind: 'scalar', whole: false })
})

test('events and prose are no JSON, also where they were cut', () => {
  for (const text of ['data: {"a":1}\n\ndata: {"b', '[note]  to whom', '{ curly } prose', '']) {
    expect(isJson(text, true)).toBe(false)
  }
  expect(isJson('{"a":', true)).toBe(true)
  expect(isJson('{"a":', false)).toBe(false)
})
