import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { listModels, type OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { SNIPPETS, type Snippet } from '../../lib/snippets.ts'
import { canCall } from '../../lib/tutorial/clients.ts'
import { pickModel } from '../../lib/tutorial/pick-model.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Code } from '../../ui/code.tsx'
import { CodeWords } from '../../ui/code-words.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const CLIENTS = [...new Set(SNIPPETS.map(({ client }) => client))]
/** Where a secret would stand that is not known here. */
const NO_SECRET = 'sk-ym-…'
const NO_MODEL = 'MODEL'

type Props = { item: ApiKey; secret: string | undefined; onCopied: () => void }

/** Ready configurations for the clients this gateway serves, with this key and a model it may use. */
export function KeyConfigs({ item, secret, onCopied }: Props) {
  const t = useTexts('keys')
  const origin = useOrigin()
  const [client, setClient] = useState(CLIENTS[0] ?? '')
  const [variant, setVariant] = useState('Python')
  const [wanted, setWanted] = useState<string | null>(null)
  const snippet = pick(client, variant)
  const usable = useUsable(item, snippet)
  const models = usable.map(({ id }) => id)
  const model = pickModel(models, [wanted ?? undefined], snippet)
  if (snippet === undefined) return null
  const offered = usable.find(({ id }) => id === model)?.protocols
  const values = { origin, key: secret ?? NO_SECRET, model: model ?? NO_MODEL, hello: t('configs.hello') }
  const code = snippet.write({ ...values, offered })
  const variants = SNIPPETS.filter((one) => one.client === client).flatMap((one) => one.variant ?? [])
  return (
    <section>
      <Tabs
        label={t('configs.title')}
        tabs={CLIENTS.map((value) => ({ value, label: value }))}
        value={client}
        onChange={setClient}
      >
        <div className="row wrap keys-picks">
          {variants.length > 1 && (
            <Segmented
              label={t('configs.language')}
              options={variants.map((value) => ({ value, label: value }))}
              value={snippet.variant ?? ''}
              onChange={setVariant}
            />
          )}
          <span className="sp" />
          <span className="t3">{t('configs.model')}</span>
          <Select
            className="keys-model"
            label={t('configs.model')}
            options={models.map((value) => ({ value, label: value }))}
            value={model ?? null}
            placeholder={t('configs.no_model')}
            disabled={models.length === 0}
            onChange={setWanted}
          />
        </div>
        <div className="keys-code">
          <Code
            code={code}
            language={snippet.language}
            title={snippet.file}
            {...(secret !== undefined && { mark: secret, onCopied })}
          />
        </div>
        <div className="keys-steps">
          {secret === undefined && (
            <p>
              <CodeWords text={t('configs.fill_in', { text: NO_SECRET })} />
            </p>
          )}
          <p>
            <CodeWords text={t(`configs.steps.${snippet.id}`, { file: snippet.file, host: hostOf(origin) })} />
          </p>
        </div>
      </Tabs>
    </section>
  )
}

function pick(client: string, variant: string): Snippet | undefined {
  const of = SNIPPETS.filter((snippet) => snippet.client === client)
  return of.find((snippet) => snippet.variant === variant) ?? of[0]
}

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '')

function useUsable(item: ApiKey, snippet: Snippet | undefined): OfferedModel[] {
  const models = useQuery(ask(listModels))
  const may = (model: OfferedModel) => item.allow_models === null || item.allow_models.includes(model.id)
  return (models.data?.items ?? []).filter(
    (model) => snippet !== undefined && model.kind === 'chat' && canCall(snippet, model.protocols) && may(model),
  )
}
