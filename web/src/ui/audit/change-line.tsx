import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { isElement, pathText } from '../../lib/field-path.ts'
import { useChanges } from './use-changes.ts'

/** So many fields are told of in one line. */
const SHOWN = 2

/** What an act changed, in one line: the first fields with what they were and are, and how many more there are. */
export function ChangeLine({ before, after }: { before: unknown; after: unknown }) {
  const t = useTexts('audit')
  const { changed, names, words } = useChanges(before, after)
  const told = changed.slice(0, SHOWN).map(({ path, before: was, after: is }) => {
    const name = names(path) ?? pathText(path)
    if (is === undefined && isElement(path)) return `${name} ${t('diff.gone')}`
    const [from, to] = [was, is].map((value) => (value === undefined ? NONE : words(path, value)))
    return was === undefined ? `${name} ${to}` : `${name} ${from} → ${to}`
  })
  if (changed.length > SHOWN) told.push(t('diff.more', { count: changed.length - SHOWN }))
  return told.join(' · ')
}
