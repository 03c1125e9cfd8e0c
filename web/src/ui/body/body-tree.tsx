import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Hit } from '../../lib/body/find.ts'
import { PIECE, type Row } from '../../lib/body/rows.ts'
import type { TreeNode } from '../../lib/body/tree.ts'
import { useFormat } from '../../lib/use-format.ts'
import { BodyRow, indentOf } from './body-row.tsx'
import { lineBefore, walkTree } from './walk-tree.ts'

type Props = {
  label: string
  rows: readonly Row[]
  isOpen: (node: TreeNode) => boolean
  hits: readonly Hit[]
  now: Hit | undefined
  onToggle: (node: TreeNode) => void
  onMore: (node: TreeNode) => void
}

/** The values of a body as a tree. One press of Tab comes to it, arrows go on within. */
export function BodyTree({ label, rows, isOpen, hits, now, onToggle, onMore }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const hitsById = useMemo(() => Map.groupBy(hits, ({ id }) => id), [hits])
  const first = rows.some((row) => 'node' in row && row.node.id === at) ? at : 0
  useEffect(() => {
    if (now) box.current?.querySelector('mark[data-now]')?.scrollIntoView({ block: 'nearest' })
  }, [now])
  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      className="bt-t"
      onFocus={({ target }) => setAt(Number(target.dataset['id'] ?? at))}
    >
      {rows.map((row) =>
        'more' in row ? (
          <More key={`more ${row.more.id}`} node={row.more} left={row.left} onMore={onMore} />
        ) : (
          <BodyRow
            key={row.node.id}
            {...row}
            open={isOpen(row.node)}
            first={row.node.id === first}
            hits={hitsById.get(row.node.id)}
            now={now?.id === row.node.id ? now : undefined}
            onToggle={onToggle}
          />
        ),
      )}
    </div>
  )
}

function More({ node, left, onMore }: { node: TreeNode; left: number; onMore: (node: TreeNode) => void }) {
  const t = useTexts('requests')
  const { exact } = useFormat()
  return (
    <div
      role="treeitem"
      aria-level={node.level + 2}
      tabIndex={-1}
      className="bt-r fold"
      style={indentOf({ level: node.level + 1 })}
      onKeyDown={walkTree}
      onClick={({ currentTarget }) => {
        // It goes when nothing is left, and the focus would go with it.
        lineBefore(currentTarget)?.focus()
        onMore(node)
      }}
    >
      <span className="i" />
      <span className="link">{t('content.more', { n: exact(Math.min(left, PIECE)), left: exact(left) })}</span>
    </div>
  )
}
