import { GitCompare, Play } from 'lucide-react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePicks } from './use-picks.ts'

/** What can be done with a model in a list. */
export function ModelActions({ model, copies = true }: { model: OfferedModel; copies?: boolean }) {
  const t = useTexts('models')
  const [, change] = useSearchParams()
  const { picked, toggle } = usePicks()
  const name = model.display_name
  const on = picked(model.id)
  return (
    <span className="ml-actions">
      {model.kind === 'chat' ? (
        <Button
          kind="ghost"
          small
          icon
          aria-label={t('tryOf', { name })}
          title={t('try')}
          onClick={() => change(tryWith({ model: model.id }), { push: true })}
        >
          <Icon of={Play} small />
        </Button>
      ) : (
        <span className="ml-no-try" />
      )}
      {copies && <CopyButton text={model.id} what={t('idOf', { name })} />}
      <Button
        kind="ghost"
        small
        icon
        className={on ? 'ml-picked' : ''}
        aria-pressed={on}
        aria-label={t(on ? 'compare.removeOf' : 'compare.addOf', { name })}
        title={t(on ? 'compare.out' : 'compare.add')}
        onClick={() => toggle(model.id)}
      >
        <Icon of={GitCompare} small />
      </Button>
    </span>
  )
}
