import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { confirm } from '../../lib/confirm.ts'
import { storedTalk, storeTalk } from '../../lib/playground/draft.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { readTalk } from '../../lib/playground/read-talk.ts'
import { wholeRequest } from '../../lib/traffic/ask-again.ts'
import { askCapture } from '../../lib/traffic/capture.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

type Props = {
  request: Pick<RequestDetail, 'id' | 'key' | 'protocol' | 'stream'>
  model: string
  /** Hears why it cannot be said again as it was. */
  onRefused: (why: string) => void
}

/** Opens the playground with the conversation of a request; where it cannot hold that, the button says so, and opens it with model and key. */
export function ReplayButton({ request, model, onRefused }: Props) {
  const t = useTexts('requests')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const { id, key, protocol, stream } = request

  // By way of a page that has no model in its own address.
  const open = () => void navigate({ to: '/dashboard/api-keys', search: tryWith({ model, key: key.id }) })

  const refuse = (why: string) => {
    setRefused(true)
    onRefused(why)
  }

  const replay = async () => {
    const said = await queries.fetchQuery(askCapture('user', id))
    const whole = wholeRequest(said)
    const read = 'why' in whole ? whole : readTalk(whole.body, protocol, { key: key.id, model, stream })
    if ('why' in read) return refuse(t('noReplay', { why: t(`obstacle.${read.why}`) }))
    const { text, turns } = storedTalk()
    const question = { title: t('replace.title'), message: t('replace.message'), confirmText: t('replace.yes') }
    // The talk of this tab is the reader's own, perhaps half an hour of it.
    if ((text !== '' || turns.length > 0) && !(await confirm({ ...question, variant: 'warning' }))) return
    storeTalk(read.talk)
    open()
    if (read.left.length > 0) toast.info(t('leftOut'), read.left.join(t('path.and')))
  }

  const press = async () => {
    setBusy(true)
    try {
      await replay()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refuse(error.detail)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button busy={busy} onClick={() => (refused ? open() : void press())}>
      <Icon of={Play} small />
      {t(refused ? 'again' : 'replay')}
    </Button>
  )
}
