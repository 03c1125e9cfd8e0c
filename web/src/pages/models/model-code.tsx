import { useState } from 'react'
import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { SNIPPETS } from '../../lib/snippets.ts'
import { canCall } from '../../lib/tutorial/clients.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { CodeWords } from '../../ui/code-words.tsx'
import { Code } from '../../ui/code.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Part } from './part.tsx'

/** Where a secret stands, which is shown nowhere but where a key is made. */
const SECRET = 'sk-ym-…'

/** Ready code that calls a model, for every client that can. */
export function ModelCode({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const keys = useTexts('keys')
  const origin = useOrigin()
  const usable = SNIPPETS.filter((snippet) => canCall(snippet, model.protocols))
  const clients = [...new Set(usable.map(({ client }) => client))]
  const [wanted, setWanted] = useState('cURL')
  const [variant, setVariant] = useState('Python')
  const client = clients.find((one) => one === wanted) ?? clients[0]
  const own = usable.filter((snippet) => snippet.client === client)
  const snippet = own.find((one) => one.variant === variant) ?? own[0]
  if (client === undefined || snippet === undefined) return null
  const values = { origin, key: SECRET, hello: keys('configs.hello') }
  const variants = own.flatMap((one) => one.variant ?? [])
  return (
    <Part title={t('drawer.code')}>
      <Tabs
        label={t('drawer.client')}
        tabs={clients.map((value) => ({ value, label: value }))}
        value={client}
        onChange={setWanted}
      >
        {variants.length > 1 && (
          <Segmented
            label={t('drawer.language')}
            className="ml-variants"
            options={variants.map((value) => ({ value, label: value }))}
            value={snippet.variant ?? ''}
            onChange={setVariant}
          />
        )}
        <div className="ml-code">
          <Code
            code={snippet.write({ ...values, model: model.id, offered: model.protocols })}
            language={snippet.language}
            title={snippet.file}
            mark={SECRET}
          />
        </div>
        <p className="t3">
          <CodeWords text={t('drawer.fillIn', { text: SECRET })} />
        </p>
      </Tabs>
    </Part>
  )
}
