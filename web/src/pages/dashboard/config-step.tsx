import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { SNIPPETS, type Snippet } from '../../lib/snippets.ts'
import { canCall } from '../../lib/tutorial/clients.ts'
import { pickModel } from '../../lib/tutorial/pick-model.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { CodeWords } from '../../ui/code-words.tsx'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { SaveCode } from '../../ui/save-code.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ownSecret } from './own-secret.ts'

const nameOf = ({ client, variant }: Snippet) => (variant ? `${client} · ${variant}` : client)

type Props = {
  of: ApiKey
  snippet: Snippet
  onSnippet: (id: Snippet['id']) => void
}

/** A configuration for the reader's own tool, with the key filled in where it was made here. */
export function ConfigStep({ of, snippet, onSnippet }: Props) {
  const t = useTexts('start')
  const keys = useTexts('keys')
  const admin = isAdmin(useUser())
  const origin = useOrigin()
  const [wanted, setWanted] = useState<string | null>(null)
  const models = useQuery(ask(listModels))
  const callable = (models.data?.items ?? []).filter(
    ({ kind, protocols }) => kind === 'chat' && canCall(snippet, protocols),
  )
  const usable = callable.map(({ id }) => id)
  const model = pickModel(usable, [wanted ?? undefined], snippet)
  const { known, key, masked } = ownSecret(of)
  const offered = callable.find(({ id }) => id === model)?.protocols
  const values = { origin, model: model ?? 'MODEL', hello: keys('configs.hello'), offered }
  const code = snippet.write({ ...values, key })
  return (
    <Tabs
      label={t('config')}
      tabs={SNIPPETS.map((one) => ({ value: one.id, label: nameOf(one) }))}
      value={snippet.id}
      onChange={onSnippet}
    >
      {models.data?.items.length === 0 && (
        <Note tone="warn" className="mt-3">
          <span>{t(admin ? 'noModelsYet' : 'noModels')}</span>
          {admin && (
            <Link to="/admin/models-providers" className="nw">
              {t('addProvider')}
            </Link>
          )}
        </Note>
      )}
      <div className="start-config">
        <Code
          language={snippet.language}
          title={snippet.file}
          code={code}
          shown={snippet.write({ ...values, key: masked })}
          mark={masked}
          actions={snippet.run && <SaveCode file={snippet.file.split('/').at(-1) ?? ''} code={code} />}
        />
        <div className="start-values">
          <Value label="Base URL" text={origin} />
          {known && <Value label={t('keyValue')} text={key} shown={masked} />}
          {usable.length > 0 && (
            <Select
              label={t('model')}
              value={model ?? null}
              onChange={setWanted}
              options={usable.map((id) => ({ value: id, label: id }))}
            />
          )}
          <p className="t3">{t(known ? 'inMemory' : 'noSecret')}</p>
          <p className="t3">
            <CodeWords
              text={keys(`configs.steps.${snippet.id}`, {
                file: snippet.file,
                host: origin.replace(/^https?:\/\//, ''),
              })}
            />
          </p>
        </div>
      </div>
    </Tabs>
  )
}

function Value({ label, text, shown = text }: { label: string; text: string; shown?: string }) {
  return (
    <div className="start-value">
      <span className="t3">{label}</span>
      <span className="row">
        <span className="m el">{shown}</span>
        <span className="sp" />
        <CopyButton text={text} what={label} />
      </span>
    </div>
  )
}
