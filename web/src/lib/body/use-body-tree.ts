import { useMemo, useState } from 'react'
import { findIn, type Hit } from './find.ts'
import { firstOpened, isFoldable, isOpen, openedAll, openedTo, rowsOf, toggled, withMore } from './rows.ts'
import type { Tree, TreeNode } from './tree.ts'

const NOTHING_FOUND = { words: '', hits: [] as readonly Hit[], at: 0 }

/** What is open of a tree, and what is looked for in it. The tree stays the same while it is shown. */
export function useBodyTree(tree: Tree) {
  const [opened, setOpened] = useState(() => firstOpened(tree))
  const [found, setFound] = useState(NOTHING_FOUND)
  const rows = useMemo(() => rowsOf(tree, opened), [tree, opened])
  // The same ones each time, so that lines which have not changed are not drawn again.
  const deeds = useMemo(
    () => ({
      toggle: (node: TreeNode) => setOpened((now) => toggled(now, node)),
      more: (node: TreeNode) => setOpened((now) => withMore(now, node)),
      openAll: (open: boolean) => setOpened(openedAll(open)),
    }),
    [],
  )
  const show = (next: typeof NOTHING_FOUND) => {
    setFound(next)
    const hit = next.hits[next.at]
    if (hit) setOpened((now) => openedTo(tree, now, hit.id))
  }
  return {
    rows,
    ...found,
    isOpen: (node: TreeNode) => isOpen(node, opened),
    isAllOpen: rows.every((row) => 'more' in row || !isFoldable(row.node) || isOpen(row.node, opened)),
    find: (words: string) => show({ words, hits: findIn(tree, words), at: 0 }),
    /** Goes on to the next place that was found, or back by one, and around at the end. */
    step(by: 1 | -1) {
      const { hits, at } = found
      if (hits.length > 0) show({ ...found, at: (at + by + hits.length) % hits.length })
    },
    ...deeds,
  }
}
