import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Download } from 'lucide-react'
import { useMemo } from 'react'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { readBody } from '../../lib/body/read-body.ts'
import { isJson } from '../../lib/body/read-json.ts'
import type { Tree } from '../../lib/body/tree.ts'
import { useBodyTree } from '../../lib/body/use-body-tree.ts'
import { bytes } from '../../lib/bytes.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icon.tsx'
import { SearchField } from '../search-field.tsx'
import { Tag } from '../tag.tsx'
import { BodyTree } from './body-tree.tsx'
import './body.css'

type Props = {
  /** What it is called, and its file. */
  name: string
  file: string
  body: NonNullable<CaptureView['request']>
  protocol: RequestDetail['protocol']
}

/** A body that was kept: its values as a tree, to look into, search, copy and take along. */
export function BodyView({ name, file, body, protocol }: Props) {
  const t = useTexts('requests')
  const { text, bytes: size, cut } = body
  const tree = useMemo(() => {
    const names = { said: t('content.said'), thought: t('content.thought'), events: t('content.events') }
    return readBody({ text, cut, protocol }, names)
  }, [text, cut, protocol, t])
  if (text === '') {
    return (
      <p className="t3">
        {bytes(size)} · {t(size === 0 ? 'content.empty' : 'content.noText')}
      </p>
    )
  }
  return <Shown {...{ name, file, body, tree }} />
}

function Shown({ name, file, body, tree }: Omit<Props, 'protocol'> & { tree: Tree }) {
  const t = useTexts('requests')
  const shown = useBodyTree(tree)
  const { hits, at, isAllOpen } = shown
  const fold = t(isAllOpen ? 'content.foldAll' : 'content.unfoldAll')
  const isFoldable = tree.some(({ children }) => children.length > 0)
  return (
    <div className="code bt">
      <div className="ch">
        <span className="nw n">{bytes(body.bytes)}</span>
        {body.cut && <Tag>{t('content.cut')}</Tag>}
        {body.redacted && <Tag>{t('content.redacted')}</Tag>}
        <span className="sp" />
        {isFoldable && (
          <Button kind="ghost" small icon aria-label={fold} title={fold} onClick={() => shown.openAll(!isAllOpen)}>
            <Icon of={isAllOpen ? ChevronsDownUp : ChevronsUpDown} small />
          </Button>
        )}
        <CopyButton text={body.text} what={name} />
        <Button
          kind="ghost"
          small
          icon
          aria-label={t('content.download', { name })}
          title={t('content.download', { name })}
          onClick={() => save(file, body)}
        >
          <Icon of={Download} small />
        </Button>
      </div>
      <Finder {...shown} />
      <BodyTree
        label={name}
        rows={shown.rows}
        isOpen={shown.isOpen}
        hits={hits}
        now={hits[at]}
        onToggle={shown.toggle}
        onMore={shown.more}
      />
    </div>
  )
}

function save(file: string, { text, cut }: Props['body']): void {
  if (isJson(text, cut)) saveFile(`${file}.json`, text, 'application/json')
  else saveFile(`${file}.txt`, text)
}

type Found = Pick<ReturnType<typeof useBodyTree>, 'words' | 'hits' | 'at' | 'find' | 'step'>

function Finder({ words, hits, at, find, step }: Found) {
  const t = useTexts('requests')
  const { exact } = useFormat()
  const none = hits.length === 0
  return (
    <form
      className="bt-f"
      onSubmit={(event) => {
        event.preventDefault()
        step(1)
      }}
    >
      <SearchField value={words} onChange={find} label={t('content.find')} />
      <output className="t3 n nw">
        {words === '' ? '' : none ? t('content.notFound') : `${exact(at + 1)} / ${exact(hits.length)}`}
      </output>
      <Button
        kind="ghost"
        small
        icon
        disabled={none}
        aria-label={t('content.previous')}
        title={t('content.previous')}
        onClick={() => step(-1)}
      >
        <Icon of={ChevronUp} small />
      </Button>
      <Button
        kind="ghost"
        small
        icon
        disabled={none}
        aria-label={t('content.next')}
        title={t('content.next')}
        onClick={() => step(1)}
      >
        <Icon of={ChevronDown} small />
      </Button>
    </form>
  )
}
