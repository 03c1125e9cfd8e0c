import type { LimitInput } from '../../../../src/contract/limits.ts'
import type { AnySetting, Words } from '../../../../src/contract/setting.ts'
import { pictureIn, type Picture } from '../../../../src/core/picture.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { rowsOf } from '../../lib/limits/rows.ts'
import { useLocale } from '../../lib/locale.ts'
import { exact } from '../../lib/format.ts'
import { useLimitWords } from '../limits/use-limit-words.ts'

const KIB = 1024

/** How settings are told: their names, values and bounds. */
export function useSettingWords() {
  const t = useTexts('config')
  const locale = useLocale()
  const limits = useLimitWords()
  const say = (words: Words) => (locale === 'zh-CN' ? words.zh : words.en)
  const unit = ({ unit: name }: AnySetting) => (name === undefined ? '' : t(`unit.${name}`))
  /** A value as it is read. */
  const told = (setting: AnySetting, value: unknown): string => {
    const { form } = setting
    if (form.kind === 'switch') return t(value === true ? 'on' : 'off')
    if (form.kind === 'limits') return limits.list(rowsOf(value as LimitInput[]))
    if (form.kind === 'networks' || form.kind === 'names') return (value as string[]).join(', ') || t('empty')
    if (form.kind === 'choice') {
      const option = form.options.find((one) => one.value === value)
      return option === undefined ? String(value) : say(option)
    }
    if (form.kind === 'picture') {
      // The audit log has what it was in its place.
      const seen = typeof value === 'string' ? pictureIn(value) : (value as Picture)
      return seen === null ? t('picture.none') : `${seen.type} · ${bytes(seen.bytes)}`
    }
    if (value === '') return t('empty')
    const text = form.kind === 'whole' ? exact(value as number) : String(value)
    return setting.unit === 'percent' ? `${text}%` : `${text} ${unit(setting)}`.trim()
  }
  /** What it is unless somebody changes it, and what it may be. */
  const bounds = (setting: AnySetting): string => {
    if (setting.form.kind === 'picture') return t('picture.kinds', { kib: setting.form.maxBytes / KIB })
    const standard = t('standard', { value: told(setting, setting.standard) })
    const { form } = setting
    return form.kind === 'whole' ? `${standard} · ${exact(form.min)}–${exact(form.max)}` : standard
  }
  /** Why a draft has no value. */
  const wrong = ({ form }: AnySetting): string =>
    form.kind === 'whole'
      ? t('wrong.whole', { min: exact(form.min), max: exact(form.max) })
      : form.kind === 'limits'
        ? t('wrong.limits')
        : form.kind === 'networks' ||
            form.kind === 'names' ||
            form.kind === 'origin' ||
            form.kind === 'factor' ||
            form.kind === 'usd'
          ? t(`wrong.${form.kind}`)
          : t('wrong.text')
  return { say, unit, told, bounds, wrong }
}
