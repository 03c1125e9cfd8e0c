import { CircleCheck, KeyRound, Plus, Server, type LucideIcon } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import type { Wizard } from './wizard.ts'

type Props = {
  saved: NonNullable<Wizard['saved']>
  retrying: boolean
  onRetryPrices: () => void
  onAnother: () => void
}

/** Step four: what stands now, and where to go from here. */
export function DoneStep({ saved, retrying, onRetryPrices, onAnother }: Props) {
  const t = useTexts('providers')
  const { provider, unsaved } = saved
  const ready = provider.routes.filter(({ priced }) => priced).length
  const unpriced = provider.routes.length - ready
  return (
    <>
      <div className="empty py-6!">
        <span className="eic bg-okb! text-ok!">
          <Icon of={CircleCheck} />
        </span>
        <h3>{t('done.title', { name: provider.name })}</h3>
        <p>{provider.routes.length === 0 ? t('done.textNone') : t('done.text', { count: ready })}</p>
      </div>
      {unsaved.length > 0 && (
        <Note tone="err" urgent className="items-start!">
          <div className="sp">
            <b>{t('done.unsaved')}</b>
            <ul className="text-cell">
              {unsaved.map(({ model, why }) => (
                <li key={model} className="wrap-anywhere">
                  <span className="m">{model}</span>: {why}
                </li>
              ))}
            </ul>
          </div>
          <Button small busy={retrying} onClick={onRetryPrices}>
            {t('done.retry')}
          </Button>
        </Note>
      )}
      {unpriced > 0 && unsaved.length === 0 && (
        <Note tone="warn">
          <span className="sp">{t('done.unpriced', { count: unpriced })}</span>
          <Link to="/admin/models-providers" search={{ tab: 'models', status: 'unpriced' }} className="nw">
            {t('done.setPrices')}
          </Link>
        </Note>
      )}
      <ul className="grid gap-2 desk:grid-cols-3">
        <li>
          <Link to="/dashboard/api-keys" className={TILE}>
            <Tile icon={KeyRound} title={t('done.key')} text={t('done.keyText')} />
          </Link>
        </li>
        <li>
          <Link to="/admin/providers/$id" params={{ id: provider.id }} className={TILE}>
            <Tile icon={Server} title={t('done.view')} text={t('done.viewText')} />
          </Link>
        </li>
        <li>
          <button type="button" className={TILE} onClick={onAnother}>
            <Tile icon={Plus} title={t('done.another')} text={t('done.anotherText')} />
          </button>
        </li>
      </ul>
    </>
  )
}

const TILE =
  'flex h-full w-full items-center gap-3 rounded-card border border-line p-3 text-left text-text hover:bg-hov hover:text-text'

function Tile({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <>
      <span className="eic">
        <Icon of={icon} />
      </span>
      <span className="grid min-w-0">
        <span className="font-medium">{title}</span>
        <span className="t3">{text}</span>
      </span>
    </>
  )
}
