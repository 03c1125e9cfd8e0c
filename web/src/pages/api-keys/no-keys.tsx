import { KeyRound, Plus } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'

/** What stands here before the first key: what a key is for, and the way to one. */
export function NoKeys({ onCreate }: { onCreate: () => void }) {
  const t = useTexts('keys')
  const origin = useOrigin()
  return (
    <Card className="mt">
      <Empty
        icon={KeyRound}
        title={t('never.title')}
        text={t('never.text')}
        actions={
          <Button kind="primary" onClick={onCreate}>
            <Icon of={Plus} small />
            {t('create')}
          </Button>
        }
      >
        <Code
          title={t('never.preview')}
          language="sh"
          code={`export OPENAI_BASE_URL="${origin}/v1"\nexport OPENAI_API_KEY="sk-ym-…"\npython chat.py`}
        />
      </Empty>
    </Card>
  )
}
