import { MessagesSquare } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'

const STARTS = ['one', 'two', 'three'] as const

/** What stands there before the first question: what this is, and questions to begin with. */
export function Start({ onPick }: { onPick: (text: string) => void }) {
  const t = useTexts('playground')
  return (
    <Empty icon={MessagesSquare} title={t('start.title')} text={t('start.text')}>
      <div className="row wrap pg-starts">
        {STARTS.map((name) => (
          <Chip key={name} dashed onClick={() => onPick(t(`start.${name}`))}>
            {t(`start.${name}`)}
          </Chip>
        ))}
      </div>
    </Empty>
  )
}
