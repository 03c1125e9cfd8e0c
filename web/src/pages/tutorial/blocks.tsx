import { ArrowUpRight, GitMerge } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { confirm } from '../../lib/confirm.ts'
import { ccSwitchLink, cherryStudioLink } from '../../lib/snippets.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SaveCode } from '../../ui/save-code.tsx'
import type { Block, CodeBlock, FormBlock, ImportBlock } from './guide.ts'

/** Who is written for: the link of an import is made when it is pressed, so that the secret stands in no attribute of the page. */
export type Reader = { origin: string; secret: string | undefined; keyName: string | undefined }

type Props = {
  /** With the secret, as it is copied and saved. */
  block: Block
  /** The same with the secret masked, as it stands on the screen. */
  shown: Block
  reader: Reader
}

/** One block of a step. */
export function BlockView({ block, shown, reader }: Props) {
  switch (block.kind) {
    case 'code':
      return <CodeView block={block} shown={shown.kind === 'code' ? shown.code : ''} />
    case 'form':
      return <FormView block={block} shown={shown.kind === 'form' ? shown.rows : []} />
    case 'site':
      return (
        <a className={buttonClass({})} href={block.url} target="_blank" rel="noreferrer">
          <Icon of={ArrowUpRight} small />
          {block.label}
        </a>
      )
    case 'import':
      return <ImportView block={block} reader={reader} />
    default:
      return block satisfies never
  }
}

function CodeView({ block, shown }: { block: CodeBlock; shown: string }) {
  const t = useTexts('tutorial')
  const { file, code } = block
  return (
    <div>
      <Code
        code={code}
        shown={shown}
        language={block.language}
        title={block.title || t('terminal')}
        actions={file !== undefined && <SaveCode file={file} code={code} />}
      />
      {block.merge && (
        <p className="row t3 tu-merge">
          <Icon of={GitMerge} small />
          {t(block.language === 'toml' ? 'merge.toml' : 'merge.json')}
        </p>
      )}
    </div>
  )
}

function FormView({ block, shown }: { block: FormBlock; shown: FormBlock['rows'] }) {
  return (
    <div className="code">
      <div className="ch">
        <span className="el">{block.title}</span>
      </div>
      <dl className="tu-form">
        {block.rows.map(([name, value], at) => (
          <div key={name}>
            <dt className="t2">{name}</dt>
            <dd className="m el">{shown[at]?.[1]}</dd>
            <CopyButton text={value} what={` ${name}`} />
          </div>
        ))}
      </dl>
    </div>
  )
}

function ImportView({ block: { label, app }, reader }: { block: ImportBlock; reader: Reader }) {
  const t = useTexts('tutorial')
  const { origin, secret, keyName } = reader
  const target = app === 'cherry-studio' ? label : 'CC Switch'
  const open = async (key: string) => {
    const sure = await confirm({
      variant: 'question',
      title: t('import.ask', { client: target }),
      message: t('import.effect'),
      confirmText: t('import.yes'),
    })
    if (!sure) return
    const given = { name: `Yumen ${keyName ?? ''}`.trim(), origin, key }
    location.assign(app === 'cherry-studio' ? cherryStudioLink(given) : ccSwitchLink({ ...given, app }))
  }
  return (
    <div className="row wrap">
      <Button disabled={secret === undefined} onClick={() => secret !== undefined && void open(secret)}>
        <Icon of={ArrowUpRight} small />
        {t('import.to', { client: label })}
      </Button>
      {secret === undefined && <span className="t3">{t('import.needs_key')}</span>}
    </div>
  )
}
