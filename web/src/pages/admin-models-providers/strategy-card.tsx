import { useId } from 'react'
import { STRATEGIES } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { draftOf, settingOf, valueIn } from '../../lib/settings/draft.ts'
import type { Settings } from '../../lib/settings/use-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { useSettingWords } from '../../ui/settings/use-setting-words.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { stuckUnder } from '../../ui/stuck.ts'
import { RoutingSetting } from './routing-setting.tsx'
import { ROUTED_BY } from './routed-by.ts'

/** How requests are routed unless a model says otherwise: one draft, saved at once. */
export function StrategyCard({ settings }: { settings: Settings }) {
  const t = useTexts('routing')
  const changes = settings.changes.filter(({ key }) => ROUTED_BY.includes(key))
  return (
    <Card flush className="rt-strategies">
      <CardHead title={t('global.title')} remark={t('global.remark')} />
      <Block query={settings.query} bones={<TableSkeleton rows={8} tall />}>
        {({ values }) => (
          <div className="rt-global">
            <Strategies settings={settings} value={values['relay.strategy']} />
            {ROUTED_BY.filter((key) => key !== 'relay.strategy').map((key) => (
              <RoutingSetting
                key={key}
                name={key}
                draft={settings.drafts[key] ?? draftOf(settingOf(key).form, values[key])}
                change={changes.find((change) => change.key === key)}
                fault={settings.faults[key]}
                onFill={(draft) => settings.fill(key, draft)}
              />
            ))}
          </div>
        )}
      </Block>
      {changes.length > 0 && <Decision settings={settings} changes={changes} />}
    </Card>
  )
}

function Strategies({ settings, value }: { settings: Settings; value: string }) {
  const t = useTexts('routing')
  const name = useId()
  const draft = settings.drafts['relay.strategy']
  const taken = draft === undefined ? value : valueIn(settingOf('relay.strategy'), draft)
  return (
    <fieldset aria-label={t('global.title')}>
      {STRATEGIES.map((strategy) => (
        <label key={strategy} className="rt-radio">
          <input
            type="radio"
            className="ra"
            name={name}
            checked={strategy === taken}
            onChange={() => settings.fill('relay.strategy', strategy)}
          />
          <b>{t(`strategy.${strategy}`)}</b>
          <span className="t3">{t(`explain.${strategy}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Decision({ settings, changes }: { settings: Settings; changes: Settings['changes'] }) {
  const t = useTexts('config')
  const words = useSettingWords()
  const told = changes.map(({ key, before, value }) => {
    const setting = settingOf(key)
    const after = value === undefined ? t('invalid') : words.told(setting, value)
    return `${words.say(setting.title)} ${words.told(setting, before)} → ${after}`
  })
  return (
    <section className="foot rt-bar" data-stuck ref={stuckUnder} aria-label={t('preview')}>
      <div className="rt-told">
        <span className="row gap4">
          <Dot tone="acc" />
          <b aria-live="polite">{t('changes', { count: changes.length })}</b>
        </span>
        <ul>
          {told.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Button small kind="ghost" onClick={() => settings.drop(changes.map(({ key }) => key))}>
        {t('drop')}
      </Button>
      <Button
        small
        kind="primary"
        busy={settings.busy}
        disabled={changes.some(({ value }) => value === undefined)}
        onClick={() => settings.query.data && void settings.save(settings.query.data, changes)}
      >
        {t('save')}
      </Button>
    </section>
  )
}
