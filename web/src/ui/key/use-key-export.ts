import { useTexts } from '../../i18n/use-texts.ts'
import type { Export } from '../export-menu.tsx'

/** How keys are taken out: by `save`, and as the table that `write` writes, where it has rows. */
export function useKeyExport(): (save: Export['save'], write: (() => string) | undefined) => Export {
  const t = useTexts('keys')
  return (save, write) => ({
    words: {
      name: t('export.name'),
      csv: t('export.csv'),
      json: t('export.json'),
      failed: t('export.failed'),
      retry: t('failed.retry'),
    },
    save,
    markdown: { copy: t('export.markdown'), copied: t('export.copied'), write },
  })
}
