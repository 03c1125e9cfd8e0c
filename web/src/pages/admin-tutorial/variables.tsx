import type { SettingsView } from '../../../../src/contract/admin-settings.ts'
import { NOTE_MAX_CHARS } from '../../../../src/contract/settings-tutorial.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { stuckOver } from '../../ui/stuck.ts'
import { ClientRows } from './client-rows.tsx'
import { PreviewAs } from './preview-as.tsx'
import { useVariables } from './use-variables.ts'
import { faultsIn, type Variables as Values } from './variables-form.ts'

/** What the users' tutorial is filled with, and how its note will look. */
export function Variables() {
  const variables = useVariables()
  return (
    <Block query={variables.query} bones={<TableSkeleton rows={8} tall />}>
      {(view) => <Form view={view} variables={variables} />}
    </Block>
  )
}

type Props = { view: SettingsView; variables: ReturnType<typeof useVariables> }

function Form({ view, variables }: Props) {
  const t = useTexts('onboarding')
  const { draft, changes, fill } = variables
  const values: Values = { ...view.values, ...draft }
  const faults = faultsIn(changes)
  const count = Object.keys(changes).length
  // The other tab has no place for it either.
  useUnsaved(count > 0, variables.drop)
  return (
    <form
      className="ob-vars"
      onSubmit={(event) => {
        event.preventDefault()
        if (count > 0 && faults.length === 0) void variables.save(view)
      }}
    >
      <div className="ob-save row" data-stuck ref={stuckOver} role="group" aria-label={t('users.save')}>
        {count > 0 && <Dot tone="acc" />}
        <span aria-live="polite">{count === 0 ? t('users.none') : t('users.changes', { count })}</span>
        <span className="sp" />
        <Button kind="ghost" disabled={count === 0} onClick={variables.drop}>
          {t('users.drop')}
        </Button>
        <Button type="submit" kind="primary" busy={variables.busy} disabled={count === 0 || faults.length > 0}>
          {t('users.save')}
        </Button>
      </div>
      <div className="ob">
        <Site values={values} fill={fill} faults={faults} />
        <Note text={values['tutorial.note']} onChange={(text) => fill({ 'tutorial.note': text })} />
      </div>
      <ClientRows values={values} fill={fill} />
      <PreviewAs unsaved={count > 0} />
    </form>
  )
}

type SiteProps = { values: Values; fill: (some: Partial<Values>) => void; faults: readonly string[] }

function Site({ values, fill, faults }: SiteProps) {
  const t = useTexts('onboarding')
  return (
    <Card className="ob-card" aria-label={t('users.site')}>
      <h2>{t('users.site')}</h2>
      <TextField
        label={t('users.name')}
        maxLength={40}
        autoComplete="off"
        value={values['site.name']}
        error={faults.includes('site.name') ? t('users.wrong_name') : undefined}
        onChange={(event) => fill({ 'site.name': event.target.value })}
      />
      <TextField
        label={t('users.origin')}
        hint={t('users.origin_hint')}
        placeholder="https://…"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={values['site.public_origin']}
        error={faults.includes('site.public_origin') ? t('users.wrong_origin') : undefined}
        onChange={(event) => fill({ 'site.public_origin': event.target.value })}
      />
    </Card>
  )
}

function Note({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTexts('onboarding')
  return (
    <Card className="ob-card" aria-label={t('users.note')}>
      <h2>{t('users.note')}</h2>
      <TextArea
        label={t('users.note_label')}
        hint={t('users.note_hint')}
        rows={6}
        maxLength={NOTE_MAX_CHARS}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text.trim() !== '' && (
        <section aria-label={t('users.preview')} className="ob-preview">
          <h3 className="t3">{t('users.preview')}</h3>
          <Markdown text={text} />
        </section>
      )}
    </Card>
  )
}
