import { ChevronDown, ChevronUp, Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { copyAloud } from '../../ui/copy-aloud.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { stuckUnder } from '../../ui/stuck.ts'
import { CompareTable } from './compare-table.tsx'
import { MOST_PICKS, picksOf } from './compare.ts'
import { usePicks } from './use-picks.ts'
import './compare.css'

/** The models that are compared, over the foot of the list; nothing while none is picked. */
export function CompareTray({ models }: { models: readonly OfferedModel[] }) {
  const t = useTexts('models')
  const [search] = useSearchParams()
  const [folded, setFolded] = useState(false)
  const [shown, setShown] = useState(false)
  const picks = picksOf(search, models)
  if (picks.length === 0) return null
  return (
    <>
      <section className="ml-tray" data-stuck ref={stuckUnder} aria-label={t('compare.label')}>
        <div className="row ml-tray-head">
          <b>{t('compare.title')}</b>
          <span className="t3 n">{t('compare.count', { n: picks.length, most: MOST_PICKS })}</span>
          <span className="row gap4 only-m">
            {picks.map((model) => (
              <MarkTile key={model.id} names={[model.id, model.vendor, model.display_name]} size={26} />
            ))}
          </span>
          <AddModel models={models} />
          <span className="sp" />
          <Tools />
          <Button
            kind="ghost"
            small
            icon
            className="hide"
            aria-label={t(folded ? 'compare.unfold' : 'compare.fold')}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            <Icon of={folded ? ChevronUp : ChevronDown} small />
          </Button>
          <Button kind="primary" className="only-m" onClick={() => setShown(true)}>
            {t('compare.show')}
          </Button>
        </div>
        {!folded && (
          <div className="hide">
            <CompareTable models={picks} />
          </div>
        )}
      </section>
      <Drawer open={shown} onClose={() => setShown(false)} title={t('compare.label')} footer={<Tools inDrawer />}>
        <CompareTable models={picks} />
      </Drawer>
    </>
  )
}

function AddModel({ models }: { models: readonly OfferedModel[] }) {
  const t = useTexts('models')
  const { picked, toggle } = usePicks()
  return (
    <Menu
      label={t('compare.addModel')}
      findable
      items={models.map(({ id, display_name: label }) => ({ label, checked: picked(id), onSelect: () => toggle(id) }))}
      trigger={(props) => (
        <Button small className="hide" {...props}>
          <Icon of={Plus} small />
          {t('compare.addModel')}
        </Button>
      )}
    />
  )
}

function Tools({ inDrawer = false }: { inDrawer?: boolean }) {
  const t = useTexts('models')
  const { clear } = usePicks()
  const copyLink = () => copyAloud(location.href, t('compare.linked'))
  const look = inDrawer ? {} : { small: true, className: 'hide' }
  return (
    <>
      <Button kind="ghost" {...look} onClick={clear}>
        {t('compare.clear')}
      </Button>
      <Button {...look} onClick={() => void copyLink()}>
        <Icon of={Link2} small />
        {t('compare.link')}
      </Button>
    </>
  )
}
