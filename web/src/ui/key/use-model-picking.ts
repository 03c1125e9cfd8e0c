import { useTexts } from '../../i18n/use-texts.ts'

/** What is said while models are picked. */
export function useModelPicking() {
  const t = useTexts('keys')
  return {
    search: t('form.models_search'),
    unknown: t('form.models_unknown'),
    remove: (id: string) => t('form.models_remove', { id }),
    more: (count: number) => t('form.models_more', { count }),
  }
}
