import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide-react'
import { endOtherSessions, exportMe, listSessions } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call, callForFile } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { ask } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { signOut } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row } from './row.tsx'
import { Section } from './section.tsx'

/** Taking the own data along, and leaving everywhere. */
export function Leave() {
  return (
    <div className="g2e">
      <Data />
      <Sessions />
    </div>
  )
}

function Data() {
  const t = useTexts('settings')
  const take = useMutation({
    mutationFn: () => callForFile(exportMe),
    onSuccess: (file) => saveFile(file.name, file, file.type),
    onError: (error) => toast.error(t('data.failed'), error.detail || t('retry')),
  })
  return (
    <Section id="data">
      <Row label={t('data.label')} hint={t('data.hint')} inline>
        <Button busy={take.isPending} onClick={() => take.mutate()}>
          <Icon of={Download} small />
          {t('data.export')}
        </Button>
      </Row>
    </Section>
  )
}

function Sessions() {
  const t = useTexts('settings')
  const { data } = useQuery(ask(listSessions))
  const end = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => signOut(),
    onError: (error) => toast.error(t('sessions.failed'), error.detail || t('retry')),
  })
  const askFirst = async () => {
    const question = {
      title: t('sessions.confirm_title'),
      message: t('sessions.confirm_text'),
      confirmText: t('sessions.end'),
      variant: 'warning' as const,
    }
    if (await confirm(question)) end.mutate()
  }
  const count = data?.items.length
  return (
    <Section id="sessions">
      <Row
        label={t('sessions.label')}
        hint={count === undefined ? t('sessions.hint') : t('sessions.count', { count })}
        inline
      >
        <Button kind="danger" busy={end.isPending} onClick={() => void askFirst()}>
          <Icon of={LogOut} small />
          {t('sessions.end')}
        </Button>
      </Row>
    </Section>
  )
}
