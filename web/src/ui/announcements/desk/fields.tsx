import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { ANNOUNCEMENT_KINDS } from '../../../../../src/contract/announcements.ts'
import { adminListGroups } from '../../../../../src/contract/groups.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { faultText } from '../../../lib/form-faults.ts'
import { LANGUAGE_NAMES } from '../../../lib/locale.ts'
import { useMinute } from '../../../lib/now.ts'
import { ask } from '../../../lib/query.ts'
import { offsetName } from '../../../lib/offset-name.ts'
import { Checkbox } from '../../checkbox.tsx'
import { Field } from '../../field.tsx'
import { Segmented } from '../../segmented.tsx'
import { Switch } from '../../switch.tsx'
import { TextArea } from '../../text-area.tsx'
import { TextField } from '../../text-field.tsx'
import type { DeskForm } from './form.ts'

const LANGUAGES = [
  { value: 'zh', label: LANGUAGE_NAMES['zh-CN'] },
  { value: 'en', label: LANGUAGE_NAMES.en },
] as const
export type Language = (typeof LANGUAGES)[number]['value']

/** The language that is written at the moment. */
type Written = { language: Language; onLanguage: (language: Language) => void }

/** Everything that is asked of an announcement. */
export function Fields({ zone, ...written }: { zone: string } & Written) {
  const t = useTexts('announcements')
  const { watch, setValue } = useFormContext<DeskForm>()
  const [kind, pinned] = watch(['kind', 'pinned'])
  return (
    <div className="col gap16">
      <Field label={t('desk.field.kind')} group>
        {() => (
          <Segmented
            className="justify-self-start"
            label={t('desk.field.kind')}
            value={kind}
            options={ANNOUNCEMENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(next) => setValue('kind', next, { shouldDirty: true })}
          />
        )}
      </Field>
      <Texts {...written} />
      <Times zone={zone} work={kind === 'maintenance'} />
      <Audience />
      <label className="row">
        <Switch checked={pinned} onChange={(on) => setValue('pinned', on, { shouldDirty: true })} />
        {t('desk.field.pinned')}
        <span className="t3">{t('desk.field.pinned_hint')}</span>
      </label>
    </div>
  )
}

function Texts({ language, onLanguage }: Written) {
  const t = useTexts('announcements')
  const { register, formState } = useFormContext<DeskForm>()
  const { title, body } = formState.errors
  return (
    <>
      <Field label={t('desk.field.language')} group hint={t('desk.field.other')}>
        {() => (
          <Segmented
            className="justify-self-start"
            label={t('desk.field.language')}
            value={language}
            options={LANGUAGES}
            onChange={onLanguage}
          />
        )}
      </Field>
      <div className="col gap16" key={language} lang={language}>
        <TextField
          label={t('desk.field.title')}
          required
          maxLength={120}
          error={faultText(title, '')}
          {...register(`title.${language}`)}
        />
        <TextArea
          label={t('desk.field.body')}
          className="desk-text m"
          rows={12}
          maxLength={20_000}
          hint={t('desk.field.body_hint')}
          error={faultText(body, '')}
          {...register(`body.${language}`)}
        />
      </div>
    </>
  )
}

function Times({ zone, work }: { zone: string; work: boolean }) {
  const t = useTexts('announcements')
  const { register, formState } = useFormContext<DeskForm>()
  const { starts_at: starts, ends_at: ends } = formState.errors
  const zoneName = t('desk.field.zone', { zone: `${zone} (${offsetName(useMinute(), zone)})` })
  return (
    <div className="desk-times">
      <TextField
        type="datetime-local"
        label={t(work ? 'desk.field.work_starts' : 'desk.field.starts')}
        required={work}
        hint={work ? t('desk.field.work_hint') : t('desk.field.starts_hint')}
        error={faultText(starts, '')}
        {...register('starts_at')}
      />
      <TextField
        type="datetime-local"
        label={t(work ? 'desk.field.work_ends' : 'desk.field.ends')}
        required={work}
        hint={work ? zoneName : `${t('desk.field.ends_hint')} · ${zoneName}`}
        error={faultText(ends, '')}
        {...register('ends_at')}
      />
    </div>
  )
}

function Audience() {
  const t = useTexts('announcements')
  const { watch, setValue, formState } = useFormContext<DeskForm>()
  const [audience, chosen] = watch(['audience', 'groups'])
  const { data } = useQuery({ ...ask(adminListGroups), enabled: audience === 'some' })
  const error = faultText(formState.errors.groups, '')
  const toggle = (id: string, on: boolean) =>
    setValue('groups', on ? [...chosen, id] : chosen.filter((one) => one !== id), { shouldDirty: true })
  return (
    <Field label={t('desk.field.audience')} group error={error}>
      {() => (
        <>
          <Segmented
            className="justify-self-start"
            label={t('desk.field.audience')}
            value={audience}
            options={[
              { value: 'everybody', label: t('desk.field.everybody') },
              { value: 'some', label: t('desk.field.some') },
            ]}
            onChange={(next) => setValue('audience', next, { shouldDirty: true })}
          />
          {audience === 'some' && (
            <div className="row wrap gap16">
              {data?.items.length === 0 && <span className="t3">{t('desk.field.no_groups')}</span>}
              {data?.items.map((group) => (
                <label key={group.id} className="row">
                  <Checkbox checked={chosen.includes(group.id)} onChange={(on) => toggle(group.id, on)} />
                  {group.name}
                </label>
              ))}
            </div>
          )}
        </>
      )}
    </Field>
  )
}
