/** What a node is: a kind of JSON, or `text` for what is no JSON. */
type Kind = 'object' | 'array' | 'string' | 'scalar' | 'text'

/** One value of a body. */
export type TreeNode = {
  /** Its place in the tree, which is in the order of the body. */
  id: number
  /** The place of what it is in; null at the top. */
  parent: number | null
  /** How far in it is, from 0. */
  level: number
  /** Its key, or its place in a list; null at the top. */
  name: string | number | null
  kind: Kind
  /** A string without quotes and escapes, any other value as it came; of an object or a list how it begins. */
  text: string
  /** Whether its end came, too. */
  whole: boolean
  /** Places of what is in it. */
  children: number[]
}

/** The values of a body in its order. */
export type Tree = readonly TreeNode[]

/** Where a value is to stand. */
export type Place = Pick<TreeNode, 'parent' | 'name'>
export const TOP: Place = { parent: null, name: null }

/** Adds a value to a tree that grows, and answers it. */
export function add(tree: TreeNode[], place: Place, value: Pick<TreeNode, 'kind' | 'text' | 'whole'>): TreeNode {
  const parent = place.parent === null ? undefined : tree[place.parent]
  const node = { id: tree.length, level: parent ? parent.level + 1 : 0, children: [], ...place, ...value }
  parent?.children.push(node.id)
  tree.push(node)
  return node
}

/** A value with all it is in, itself first. */
export function wayTo(tree: Tree, id: number): TreeNode[] {
  const way: TreeNode[] = []
  for (let node = tree[id]; node; node = node.parent === null ? undefined : tree[node.parent]) way.push(node)
  return way
}
