import { useTexts } from '../../i18n/use-texts.ts'
import { useLocale } from '../../lib/locale.ts'
import { Choice } from './row.tsx'
import { Section } from './section.tsx'

/** How tokens and large counts are written. */
export function Numbers() {
  const t = useTexts('settings')
  const chinese = useLocale() === 'zh-CN'
  return (
    <Section id="numbers" remark={t('numbers.remark')}>
      <Choice
        name="tokens"
        label={t('tokens.label')}
        hint={t('tokens.hint')}
        options={[
          { value: 'compact', label: t('tokens.compact') },
          { value: 'full', label: t('tokens.full') },
        ]}
      />
      {chinese && (
        <Choice
          name="counts"
          label={t('counts.label')}
          hint={t('counts.hint')}
          options={[
            { value: 'thousands', label: '1.2M' },
            { value: 'myriads', label: t('counts.myriads') },
          ]}
        />
      )}
    </Section>
  )
}
