import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { queryClient } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useFormat } from '../lib/use-format.ts'

/** Of when the page is, and a button that tries whether the server answers all the same. */
export function Reconnect({ onReached }: { onReached: () => void }) {
  const t = useTexts('system')
  const { when } = useFormat()
  const [busy, setBusy] = useState(false)
  const [last] = useState(lastAnswer)
  const connect = async () => {
    setBusy(true)
    const found = await fetch('/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    setBusy(false)
    if (!found) {
      toast.warning(t('away.still_offline'))
      return
    }
    onlineManager.setOnline(true)
    onReached()
    await queryClient.refetchQueries({ type: 'active' })
  }
  return (
    <>
      {last !== null && <span className="t2 n hide">{t('away.updated', { time: when(last) })}</span>}
      <span className="sp" />
      <button type="button" className="link nw" disabled={busy} onClick={() => void connect()}>
        {t('away.connect')}
      </button>
    </>
  )
}

/** When the server last told something that is shown. */
function lastAnswer(): string | null {
  const times = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.dataUpdatedAt)
  const last = Math.max(0, ...times)
  return last === 0 ? null : new Date(last).toISOString()
}
