import { DatabaseZap } from 'lucide-react'
import { useEffect } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { lookForDatabase } from '../lib/database-away.ts'
import { queryClient } from '../lib/query.ts'
import { fetchMe } from '../lib/session.ts'
import { Note } from '../ui/note.tsx'

const LOOK_MS = 5000

/** Looks whether the database is back, one question at a time, and then asks for everything that could not be answered. */
export function Page() {
  const t = useTexts('system')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let left = false
    const look = async () => {
      if (await lookForDatabase(fetchMe)) return queryClient.refetchQueries({ type: 'active', predicate: isFailed })
      if (!left) timer = setTimeout(() => void look(), LOOK_MS)
    }
    timer = setTimeout(() => void look(), LOOK_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [])
  return (
    <Note tone="warn" icon={DatabaseZap}>
      <b role="status">{t('away.database')}</b>
      <span className="t2 hide">{t('away.database_back')}</span>
    </Note>
  )
}

const isFailed = (query: { state: { status: string } }): boolean => query.state.status === 'error'
