import type { ChannelView } from '../../../../src/contract/notifications.ts'
import { ALERT_RULES, CHANNEL_KINDS, type AlertRule, type ChannelKind } from '../../../../src/core/alerts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { LANGUAGE_NAMES, LOCALES } from '../../lib/locale.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CHANNEL_FORM, type ChannelFaults, type ChannelForm } from './channel-form.ts'

type Props = {
  form: ChannelForm
  faults: ChannelFaults
  edited: ChannelView | null
  onChange: (form: ChannelForm) => void
}

/** What a channel is filled in with. */
export function ChannelFields({ form, faults, edited, onChange }: Props) {
  const t = useTexts('channels')
  const told = (name: keyof ChannelFaults) => {
    const fault = faults[name]
    return fault && t(`fault.${fault}`)
  }
  const put = (part: Partial<ChannelForm>) => onChange({ ...form, ...part })
  return (
    <>
      <Field label={t('field.kind')}>
        {(wiring) => (
          <Select
            wiring={wiring}
            value={form.kind}
            disabled={edited !== null}
            options={CHANNEL_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(kind) => put({ kind: kind as ChannelKind })}
          />
        )}
      </Field>
      <TextField
        label={t('field.name')}
        required
        maxLength={64}
        error={told('name')}
        value={form.name}
        onChange={(event) => put({ name: event.target.value })}
      />
      {CHANNEL_FORM[form.kind].map(([name, where, optional]) => (
        <TextField
          key={name}
          label={t(`field.${name}`)}
          type={where === 'secret' ? 'password' : 'text'}
          autoComplete={where === 'secret' ? 'new-password' : 'off'}
          required={optional === undefined}
          error={told(name)}
          {...(edited?.secrets_set.includes(name) && { hint: t('secret_set') })}
          value={form.values[name] ?? ''}
          onChange={(event) => put({ values: { ...form.values, [name]: event.target.value } })}
        />
      ))}
      {form.kind === 'email' && (
        <Field label={t('field.security')} group>
          {() => (
            <Segmented
              label={t('field.security')}
              value={form.security}
              options={(['tls', 'starttls', 'none'] as const).map((value) => ({
                value,
                label: t(`security.${value}`),
              }))}
              onChange={(security) => put({ security })}
            />
          )}
        </Field>
      )}
      <Rules chosen={form.rules} onChange={(rules) => put({ rules })} />
      <Field label={t('field.locale')} group>
        {() => (
          <Segmented
            label={t('field.locale')}
            value={form.locale}
            options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(locale) => put({ locale })}
          />
        )}
      </Field>
      {form.kind === 'email' && (
        <label className="row">
          <Checkbox checked={form.forUsers} onChange={(forUsers) => put({ forUsers })} />
          {t('field.for_users')}
        </label>
      )}
      <label className="row">
        <Checkbox checked={form.allowPrivate} onChange={(allowPrivate) => put({ allowPrivate })} />
        {t('field.allow_private')}
      </label>
    </>
  )
}

type RulesProps = { chosen: readonly AlertRule[]; onChange: (rules: AlertRule[]) => void }

function Rules({ chosen, onChange }: RulesProps) {
  const t = useTexts('channels')
  return (
    <Field label={t('field.rules')} hint={t('rules_hint')} group>
      {() => (
        <div className="grid gap-2">
          {ALERT_RULES.map((rule) => (
            <label key={rule} className="row">
              <Checkbox
                checked={chosen.includes(rule)}
                onChange={(on) => onChange(ALERT_RULES.filter((one) => (one === rule ? on : chosen.includes(one))))}
              />
              {t(`rule.${rule}`)}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
