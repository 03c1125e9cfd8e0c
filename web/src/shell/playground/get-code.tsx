import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROGRAMS, type ProgramKind } from '../../lib/playground/code.ts'
import { saidTo, type Talk } from '../../lib/playground/talk.ts'
import type { Ready } from '../../lib/playground/use-talk.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Code } from '../../ui/code.tsx'
import { Segmented } from '../../ui/segmented.tsx'

/** Programs that ask what is asked here: the whole talk, and the question that is being written. */
export function GetCode({ setup, talk }: { setup: Ready; talk: Talk }) {
  const t = useTexts('playground')
  const origin = useOrigin()
  const [id, setId] = useState<ProgramKind['id']>('curl')
  const text = talk.text.trim() || (talk.turns.length === 0 ? t('start.one') : (talk.turns.at(-1)?.asked ?? ''))
  const before = talk.text.trim() === '' ? talk.turns.slice(0, -1) : talk.turns
  const said = [...saidTo(0, before), { role: 'user' as const, text }]
  const program = PROGRAMS.find((one) => one.id === id)
  return (
    <section className="pg-code" aria-label={t('code')}>
      <Segmented
        label={t('program.label')}
        value={id}
        onChange={setId}
        options={PROGRAMS.map((one) => ({ value: one.id, label: one.name }))}
      />
      {program && (
        <Code language={program.language} title={program.file} code={program.write({ ...setup, said, origin })} />
      )}
      <p className="t3">{t('program.note')}</p>
    </section>
  )
}
