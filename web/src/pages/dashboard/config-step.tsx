import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { secretOf } from '../../lib/secrets.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { SNIPPETS } from '../../lib/snippets.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** Where a secret would stand that this page does not know. */
const NO_SECRET = 'sk-ym-…'

const nameOf = ({ client, variant }: (typeof SNIPPETS)[number]) => (variant ? `${client} · ${variant}` : client)

/** A configuration for the reader's own tool, with the key filled in where it was made here. */
export function ConfigStep({ of }: { of: ApiKey }) {
  const t = useTexts('dashboard')
  const admin = isAdmin(useUser())
  const origin = useOrigin()
  const [tool, setTool] = useState(SNIPPETS[0]?.id ?? '')
  const [wanted, setWanted] = useState<string | null>(null)
  const models = useQuery(ask(listModels))
  const snippet = SNIPPETS.find((one) => one.id === tool)
  if (!snippet) return null
  const usable = (models.data?.items ?? []).filter(
    (model) => model.kind === 'chat' && model.protocols.includes(snippet.protocol),
  )
  const model = usable.find((one) => one.id === wanted) ?? usable[0]
  const secret = secretOf(of.id)
  const key = secret ?? NO_SECRET
  const masked = secret === undefined ? NO_SECRET : `${of.prefix}••••`
  const values = { origin, model: model?.id ?? 'MODEL', hello: t('start.hello') }
  return (
    <Tabs
      label={t('start.config')}
      tabs={SNIPPETS.map((one) => ({ value: one.id, label: nameOf(one) }))}
      value={tool}
      onChange={setTool}
    >
      {models.data?.items.length === 0 && (
        <Note tone="warn" className="mt-3">
          <span>{t('start.noModels')}</span>
          {admin && <Link to="/admin/models-providers">{t('start.addProvider')}</Link>}
        </Note>
      )}
      <div className="start-config">
        <Code
          language={snippet.language}
          title={snippet.file}
          code={snippet.write({ ...values, key })}
          shown={snippet.write({ ...values, key: masked })}
          mark={masked}
        />
        <div className="start-values">
          <Value label="Base URL" text={origin} />
          <Value label={t('start.keyValue')} text={key} shown={masked} />
          {snippet.asksModel && usable.length > 0 && (
            <Select
              label={t('start.model')}
              value={model?.id ?? null}
              onChange={setWanted}
              options={usable.map((one) => ({ value: one.id, label: one.id }))}
            />
          )}
          <p className="t3">{t(secret === undefined ? 'start.noSecret' : 'start.inMemory')}</p>
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
