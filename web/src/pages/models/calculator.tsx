import { Link2, Lightbulb } from 'lucide-react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { copyAloud } from '../../ui/copy-aloud.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CalcResult } from './calc-result.tsx'
import { MOST_PICKS, picksOf } from './compare.ts'
import { savingOf, type Load } from './estimate.ts'
import { FillButton, LoadForm } from './load-fields.tsx'
import { useFill } from './use-fill.ts'
import { useLoad } from './use-load.ts'
import { usePicks } from './use-picks.ts'
import './calculator.css'

type Props = { models: readonly OfferedModel[]; multiplier: string }

/** What a load would cost with several models, the cheapest first. */
export function Calculate({ models, multiplier }: Props) {
  const t = useTexts('models')
  const [search, change] = useSearchParams()
  const [load, setLoad] = useLoad()
  const source = useFill(load, setLoad)
  const chat = models.filter(({ kind, price }) => kind === 'chat' && price !== null)
  const picked = picksOf(search, chat)
  const compared = picked.length > 0 ? picked : chat.slice(0, MOST_PICKS)
  const close = () => change({ calc: null })
  const copyLink = () => copyAloud(location.href, t('compare.linked'))
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={
        <span className="row">
          {t('calc.title')}
          <span className="t3 n">{t('calc.factor', { factor: multiplier })}</span>
        </span>
      }
      actions={
        <>
          <span className="t3 hide ml-calc-foot">{t('calc.foot')}</span>
          <Button onClick={() => void copyLink()}>
            <Icon of={Link2} small />
            {t('calc.link')}
          </Button>
          <Button kind="primary" onClick={close}>
            {t('calc.done')}
          </Button>
        </>
      }
    >
      <div className="ml-calc">
        <div className="ml-calc-form">
          <FillButton source={source} />
          {source.filled !== null && (
            <p className="t3" role="status">
              {t('calc.filled', { count: source.filled, n: source.filled.toLocaleString('en') })}
            </p>
          )}
          <LoadForm load={load} onLoad={setLoad} />
        </div>
        <div className="ml-calc-result">
          <div className="row wrap">
            <h3>{t('calc.result', { count: load.days })}</h3>
            <span className="t3 n">{t('calc.resultOrder', { shown: compared.length, most: MOST_PICKS })}</span>
            <span className="sp" />
            <ChangeModels models={chat} compared={compared} />
          </div>
          <CalcResult models={compared} load={load} />
          <Saving model={compared.at(0)} load={load} />
        </div>
      </div>
    </Dialog>
  )
}

function ChangeModels({ models, compared }: { models: readonly OfferedModel[]; compared: readonly OfferedModel[] }) {
  const t = useTexts('models')
  const { toggle } = usePicks()
  const ids = compared.map(({ id }) => id)
  return (
    <Menu
      align="end"
      label={t('calc.change')}
      items={models.map((model) => ({
        label: model.display_name,
        checked: ids.includes(model.id),
        onSelect: () => toggle(model.id, ids),
      }))}
      trigger={(props) => (
        <Button small {...props}>
          {t('calc.change')}
        </Button>
      )}
    />
  )
}

function Saving({ model, load }: { model: OfferedModel | undefined; load: Load }) {
  const t = useTexts('models')
  const { usd } = useFormat()
  const saving = model ? savingOf(model.price, load) : null
  if (!model || saving === null) return null
  return (
    <div className="note">
      <Icon of={Lightbulb} small />
      <span>{t('calc.hint', { name: model.display_name, count: load.days, saving: usd(saving) })}</span>
    </div>
  )
}
