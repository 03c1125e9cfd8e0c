import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import {
  adminCreateAnnouncement,
  adminGetAnnouncement,
  adminListAnnouncements,
  adminPatchAnnouncement,
  announcementBoard,
  getAnnouncement,
  listAnnouncements,
  type AdminAnnouncement,
} from '../../../../../src/contract/announcements.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { call } from '../../../lib/call.ts'
import { CallError } from '../../../lib/call-error.ts'
import { placeFaults, whyOf } from '../../../lib/form-faults.ts'
import { useKeptDraft } from '../../../lib/kept-draft.ts'
import { useLocale } from '../../../lib/locale.ts'
import { ask, askAgain } from '../../../lib/query.ts'
import { toast } from '../../../lib/toast.ts'
import { useZone } from '../../../lib/use-format.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { useTellDirty, useUnsaved, type WaysOut } from '../../../lib/use-unsaved.ts'
import { Button } from '../../button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../drawer.tsx'
import { FailureNote } from '../../failure-note.tsx'
import { KeptNote } from '../../kept-note.tsx'
import { TableSkeleton } from '../../skeleton.tsx'
import { Unanswered } from '../../unanswered.tsx'
import { Fields, type Language } from './fields.tsx'
import { bodyOf, EMPTY_FORM, formOf, type DeskForm } from './form.ts'
import { Preview } from './preview.tsx'

/** Asks again for everything that shows announcements. */
export const reloadDesk = (): Promise<void> =>
  askAgain(adminListAnnouncements, adminGetAnnouncement, listAnnouncements, getAnnouncement, announcementBoard)

type Props = {
  /** The announcement that is changed; null writes a new one. */
  id: string | null
  onClose: () => void
}

/** Writing an announcement, beside how it will be read. */
export function Editor({ id, onClose }: Props) {
  const t = useTexts('announcements')
  const [dirty, setDirty] = useState(false)
  const out = useUnsaved(dirty, onClose)
  return (
    <Drawer open onClose={out.leave} width="wide" composed title={t(id === null ? 'desk.new' : 'desk.edit')}>
      {id === null ? (
        <Form edited={null} onDirty={setDirty} out={out} />
      ) : (
        <Loaded id={id} onDirty={setDirty} out={out} />
      )}
    </Drawer>
  )
}

type FormProps = {
  edited: AdminAnnouncement | null
  onDirty: (dirty: boolean) => void
  out: WaysOut
}

function Loaded({ id, ...rest }: Omit<FormProps, 'edited'> & { id: string }) {
  const query = useQuery({
    ...ask(adminGetAnnouncement, { params: { id } }),
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  const { data, isFetchedAfterMount } = query
  // The form keeps the version it began with: what others save meanwhile must not slip in under it.
  // It begins with what is there now, not with what was there when it was last opened.
  const [edited, setEdited] = useState<AdminAnnouncement>()
  if (edited === undefined && isFetchedAfterMount && data?.id === id) setEdited(data)
  if (edited !== undefined) return <Form edited={edited} {...rest} />
  return (
    <DrawerBody>
      <Unanswered query={query} bones={<TableSkeleton rows={6} />} />
    </DrawerBody>
  )
}

function Form({ edited, onDirty, out }: FormProps) {
  const t = useTexts('announcements')
  const [language, setLanguage] = useState<Language>(useLocale() === 'en' ? 'en' : 'zh')
  const zone = useZone()
  const [before] = useState(() => (edited ? formOf(edited, zone) : EMPTY_FORM))
  const form = useForm<DeskForm>({ defaultValues: before })
  const kept = useKeptDraft(`announcement:${edited === null ? 'new' : `${edited.id}:${edited.version}`}`, form)
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting, isDirty } = form.formState
  const wasDraft = edited === null || edited.draft

  useTellDirty(isDirty, onDirty)

  const attempt = useAttempt()
  const save = (draft: boolean) => {
    form.clearErrors()
    return form.handleSubmit(async (values) => {
      setFailure(null)
      try {
        await attempt((name) => keep(edited, bodyOf(values, draft, zone, edited), name))
        toast.success(t(!draft && wasDraft ? 'desk.published' : 'desk.saved'))
        out.done()
        await reloadDesk()
      } catch (error) {
        setFailure(failureOf(error))
      }
    })()
  }

  const failureOf = (error: unknown): string | null => {
    if (error instanceof CallError && error.code === 'version_conflict') return t('desk.conflict')
    const rest = error instanceof CallError ? placeFaults(form, error.fields) : []
    const placed = error instanceof CallError && Object.keys(error.fields).length > rest.length
    return placed ? null : t('desk.failed', { why: rest[0] ?? whyOf(error, t('failed.retry')) })
  }

  return (
    <FormProvider {...form}>
      <DrawerBody className="desk-body">
        {/* What the server found wrong is for it to find again. */}
        <form noValidate onChange={() => form.clearErrors()} onSubmit={(event) => event.preventDefault()}>
          <KeptNote of={kept} />
          <FailureNote text={failure} />
          <Fields zone={zone} language={language} onLanguage={setLanguage} />
        </form>
        <Preview locale={language === 'zh' ? 'zh-CN' : 'en'} />
      </DrawerBody>
      <DrawerFoot>
        {isDirty && <span className="t2 hide">{t('desk.dirty')}</span>}
        <span className="sp" />
        <Button onClick={out.leave}>{t('desk.cancel')}</Button>
        <Button disabled={isSubmitting} onClick={() => void save(true)}>
          {t(wasDraft ? 'desk.save_draft' : 'desk.withdraw')}
        </Button>
        <Button kind="primary" busy={isSubmitting} onClick={() => void save(false)}>
          {t(wasDraft ? 'desk.publish' : 'desk.save')}
        </Button>
      </DrawerFoot>
    </FormProvider>
  )
}

async function keep(edited: AdminAnnouncement | null, body: ReturnType<typeof bodyOf>, attempt: string): Promise<void> {
  if (edited === null) await call(adminCreateAnnouncement, { body, attempt })
  else await call(adminPatchAnnouncement, { params: { id: edited.id }, body, ifMatch: edited.version })
}
