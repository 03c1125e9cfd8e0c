import { useQueryClient } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { useScope } from '../../lib/scope.ts'
import { curlAgain } from '../../lib/traffic/ask-again.ts'
import { askCapture } from '../../lib/traffic/capture.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button } from '../button.tsx'
import { copyAloud } from '../copy-aloud.ts'
import { Icon } from '../icon.tsx'

type Props = {
  request: RequestDetail
  /** Hears why there is no command; nothing where there is one. */
  onRefused: (why: string) => void
}

/** Copies a command that asks a request again. What was said is looked at when it is pressed, and no sooner. */
export function CurlButton({ request, onRefused }: Props) {
  const t = useTexts('requests')
  const scope = useScope()
  const origin = useOrigin()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    setBusy(true)
    try {
      const found = curlAgain(request, await queries.fetchQuery(askCapture(scope, request.id)), origin)
      onRefused('why' in found ? t('noCurl', { why: t(`obstacle.${found.why}`) }) : '')
      if ('command' in found) await copyAloud(found.command, t('copiedCurl'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onRefused(error.detail)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void copy()} {...(scope === 'admin' && { title: t('content.audited') })}>
      <Icon of={SquareTerminal} small />
      {t('curl')}
    </Button>
  )
}
