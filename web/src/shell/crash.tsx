import { useRouter } from '@tanstack/react-router'
import { Bug, RefreshCw, RotateCw } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { CallError } from '../lib/call-error.ts'
import { ChunkFailed } from '../lib/load-chunk.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'

/** What stands in place of a page that broke, or whose code could not be loaded. */
export function Crash({ error, reset }: { error: unknown; reset: () => void }) {
  return error instanceof ChunkFailed ? <ChunkLost /> : <Broken error={error} reset={reset} />
}

function ChunkLost() {
  const t = useTexts('common')
  return (
    <main className="alone" role="alert">
      <Empty
        icon={RefreshCw}
        title={t('chunk.title')}
        text={t('chunk.text')}
        actions={<Button onClick={() => location.reload()}>{t('chunk.reload')}</Button>}
      />
    </main>
  )
}

function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTexts('common')
  const router = useRouter()
  const copy = async () => {
    if (await copyText(diagnosis(error))) toast.success(t('crash.copied'))
  }
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="alone" role="alert">
      <Empty
        icon={Bug}
        tone="err"
        title={t('crash.title')}
        text={t('crash.text')}
        actions={
          <>
            <Button onClick={again}>
              <Icon of={RotateCw} small />
              {t('crash.retry')}
            </Button>
            <Button kind="ghost" onClick={() => void copy()}>
              {t('crash.copy')}
            </Button>
          </>
        }
      />
    </main>
  )
}

// The path without its query: a filter may hold what nobody should paste into a report.
function diagnosis(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const request = error instanceof CallError && error.requestId !== null ? [error.requestId] : []
  return [new Date().toISOString(), location.pathname, navigator.userAgent, ...request, what].join('\n')
}
