import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Hit } from '../../lib/body/find.ts'
import { isFoldable } from '../../lib/body/rows.ts'
import type { TreeNode } from '../../lib/body/tree.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../icon.tsx'
import { Marked } from './marked.tsx'
import { walkTree } from './walk-tree.ts'

/** So much of a long string is shown while it is folded, in a line of its own. */
const FOLDED = 160
/** Further in than this nothing moves, or there would be no room left. */
const MOST_INDENT = 12

type Props = {
  node: TreeNode
  place: number
  of: number
  open: boolean
  /** Whether the keyboard comes to this one first. */
  first: boolean
  /** What was found in it. */
  hits: readonly Hit[] | undefined
  /** The one that is looked at, where it is in this. */
  now: Hit | undefined
  onToggle: (node: TreeNode) => void
}

/** One value of a body: its name, and what it is. */
export const BodyRow = memo(function BodyRow({ node, place, of, open, first, hits, now, onToggle }: Props) {
  const foldable = isFoldable(node)
  return (
    <div
      role="treeitem"
      aria-level={node.level + 1}
      aria-posinset={place}
      aria-setsize={of}
      {...(foldable && { 'aria-expanded': open })}
      tabIndex={first ? 0 : -1}
      data-id={node.id}
      className={foldable ? 'bt-r fold' : 'bt-r'}
      style={indentOf(node)}
      onKeyDown={walkTree}
      // Whoever marks some of the text does not mean to fold it.
      onClick={() => foldable && document.getSelection()?.isCollapsed !== false && onToggle(node)}
    >
      {foldable ? <Icon of={ChevronRight} small className={open ? 'on' : ''} /> : <span className="i" />}
      <div className="bt-v">
        {node.name !== null && (
          <span className={typeof node.name === 'number' ? 't3' : 'k'}>
            <Marked text={String(node.name)} hits={hits?.filter(({ part }) => part === 'name')} now={now} />
            <span className="t3">: </span>
          </span>
        )}
        <Value {...{ node, open, now }} hits={hits?.filter(({ part }) => part === 'text')} />
      </div>
    </div>
  )
})

/** How far in a line stands. */
export const indentOf = ({ level }: Pick<TreeNode, 'level'>) => ({
  paddingInlineStart: 6 + Math.min(level, MOST_INDENT) * 14,
})

function Value({ node, open, hits, now }: Pick<Props, 'node' | 'open' | 'hits' | 'now'>) {
  const t = useTexts('requests')
  const { exact } = useFormat()
  const { kind, text, whole, children } = node
  if (kind === 'object' || kind === 'array') {
    const count = children.length === 0 ? '' : String(children.length)
    return (
      <>
        <span className="t3">{kind === 'object' ? `{${count}}` : `[${count}]`}</span>
        {!open && count !== '' && (
          <span className="bt-begin t3" aria-hidden>
            {text.replaceAll(/\s+/g, ' ')}
          </span>
        )}
      </>
    )
  }
  const folded = isFoldable(node) && !open
  const shown = folded ? text.slice(0, FOLDED).replaceAll(/\s/g, ' ') : text
  const cut = folded || !whole
  return (
    <>
      <span className={CLASSES[kind]}>
        {kind === 'string' && '"'}
        <Marked text={shown} hits={hits} now={now} />
        {cut ? '…' : kind === 'string' && '"'}
      </span>
      {folded && <span className="t3 bt-rest">{t('content.characters', { all: exact(text.length) })}</span>}
    </>
  )
}

const CLASSES = { string: 's', scalar: 'n', text: '' } as const
