import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CodeWords } from '../../ui/code-words.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { BlockView, type Reader } from './blocks.tsx'
import { STEPS, type Guide } from './guide.ts'
import type { GivenState } from './use-given.ts'

/** Where a secret would stand that is not known here. */
const NO_SECRET = 'sk-ym-…'
const NO_MODEL = 'MODEL'

/** How one client is set up, step by step. */
export function GuideView({ guide, given }: { guide: Guide; given: GivenState }) {
  const t = useTexts('tutorial')
  const { origin, key, secret, system, protocols: offered, model = NO_MODEL } = given
  const values = { origin, system, model, offered, hello: t('hello') }
  const full = guide.write({ ...values, key: secret ?? NO_SECRET })
  const shown = guide.write({ ...values, key: secret === undefined || !key ? NO_SECRET : maskOf(key) })
  const reader: Reader = { origin, secret, keyName: key?.name }
  return (
    <article className="tu-guide" aria-labelledby="tu-name">
      <header className="row gap12">
        <MarkTile names={[guide.mark, guide.name]} size={36} />
        <div>
          <h2 id="tu-name">{guide.name}</h2>
          <p className="t3">{t(`about.${guide.id}`)}</p>
        </div>
      </header>
      <ol className="tu-steps">
        {STEPS.map((step, at) => (
          <li key={step}>
            <span className="no" aria-hidden="true">
              {at + 1}
            </span>
            <div className="col gap12">
              <h3>{t(`step.${step}`)}</h3>
              <p className="t2">
                <CodeWords text={t(`how.${step}.${guide.id}`, { origin })} />
              </p>
              {full[step].map((block, index) => (
                <BlockView key={index} block={block} shown={shown[step][index] ?? block} reader={reader} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </article>
  )
}

const maskOf = ({ prefix }: Pick<ApiKey, 'prefix'>): string => `${prefix}••••`
