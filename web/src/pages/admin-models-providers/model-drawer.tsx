import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { adminCreateModel, adminListModels, adminPatchModel, type Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { isOvertaken } from '../../lib/is-overtaken.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { call } from '../../lib/call.ts'
import { versionFor } from '../../lib/version-for.ts'
import { placeFaults, whyOf } from '../../lib/form-faults.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ask } from '../../lib/query.ts'
import { fromLocalInput } from '../../lib/local-input.ts'
import { toast } from '../../lib/toast.ts'
import { useZone } from '../../lib/use-format.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { AuditTrail } from '../../ui/audit/audit-trail.tsx'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { Note } from '../../ui/note.tsx'
import { DrawnNote } from '../../ui/offers/drawn-note.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { AudienceSection } from './audience.tsx'
import { MarginHint } from './margin-hint.tsx'
import { ModelFields } from './model-fields.tsx'
import { modelFormFor, modelFormOf, modelToCreate, modelToPatch, type ModelForm } from './model-form.ts'
import { PriceFields } from './price-fields.tsx'
import { PriceReference } from './price-reference.tsx'
import { PriceStart } from './price-start.tsx'
import { useModelChanges } from './use-model-changes.ts'
import { useReferences } from './use-references.ts'

const PriceHistory = lazy(() =>
  loadChunk(() => import('../../ui/offers/price-history.tsx')).then((found) => ({ default: found.PriceHistory })),
)

type Props = {
  /** Null makes a new model. */
  id: string | null
  onClose: () => void
}

/** Creates or changes a model of the catalogue. */
export function ModelDrawer({ id, onClose }: Props) {
  const t = useTexts('providers')
  const list = useQuery({ ...ask(adminListModels), enabled: id !== null })
  const model = list.data?.items.find((one) => one.id === id)
  if (id === null || model !== undefined) return <Editor model={model ?? null} onClose={onClose} />
  return (
    <Drawer open composed onClose={onClose} title={id}>
      <DrawerBody>
        {list.isPending ? (
          <TableSkeleton />
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Empty icon={SearchX} title={t('modelList.noneTitle')} />
        )}
      </DrawerBody>
    </Drawer>
  )
}

function Editor({ model: newest, onClose }: { model: Model | null; onClose: () => void }) {
  // What the form was filled from: against what others save meanwhile, all they changed would look typed here.
  const [model] = useState(newest)
  const t = useTexts('providers')
  const { remove } = useModelChanges()
  const it = useModelEditor({ model, newest }, onClose)
  const { form } = it
  const { isSubmitting, dirtyFields } = form.formState
  const reference = useReferences()?.of(model?.id ?? '')
  const formId = useId()
  const title = model === null ? t('model.create') : model.display_name || model.id
  return (
    <Drawer
      open
      composed
      onClose={it.out.leave}
      title={title}
      remark={model === null ? null : <span className="t3 m el">{model.id}</span>}
    >
      <DrawerBody>
        <FormProvider {...form}>
          <form
            // What is folded while it is empty opens for what came back.
            key={String(it.kept !== null)}
            id={formId}
            className="grid grid-cols-[minmax(0,1fr)] gap-4.5"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void it.save()
            }}
          >
            <KeptNote of={it.kept} />
            {it.failure !== null && (
              <Note tone="err" urgent>
                <span>
                  <b>{t('model.failed')}</b> {it.failure}
                </span>
              </Note>
            )}
            <ModelFields isNew={model === null} />
            <section className="col" aria-label={t('model.price')}>
              <div className="row">
                <h3>{t('model.price')}</h3>
                {model !== null && <span className="t3">{t('model.history')}</span>}
              </div>
              {model !== null && <PriceReference model={model.id} reference={reference} />}
              <PriceFields reference={reference?.price} />
              {model !== null && <DrawnNote {...model} />}
              {model !== null && <PriceStart />}
            </section>
            {model !== null && <MarginHint model={model} />}
            {model !== null && <AudienceSection model={model.id} />}
            {model !== null && <Past model={model.id} />}
          </form>
        </FormProvider>
      </DrawerBody>
      <DrawerFoot>
        {model !== null && (
          <Button kind="danger" onClick={() => void remove(model).then((gone) => gone && it.out.done())}>
            {t('model.delete')}
          </Button>
        )}
        {model !== null && <Changes dirty={dirtyFields} />}
        <span className="sp" />
        <Button onClick={it.out.leave}>{t('act.cancel')}</Button>
        <Button kind="primary" type="submit" form={formId} busy={isSubmitting}>
          {t(model === null ? 'model.create' : 'act.save')}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}

/** The prices it has had, and who changed what of it. */
function Past({ model }: { model: string }) {
  const t = useTexts('providers')
  return (
    <Suspense fallback={null}>
      <PriceHistory model={model} />
      <section className="col" aria-label={t('detail.changes.title')}>
        <h3>{t('detail.changes.title')}</h3>
        <AuditTrail kind="model" id={model} />
      </section>
    </Suspense>
  )
}

/** `newest` is what the list has of the model by now. */
function useModelEditor({ model, newest }: { model: Model | null; newest: Model | null }, onClose: () => void) {
  const t = useTexts('providers')
  const { reload } = useModelChanges()
  const zone = useZone()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<ModelForm>({
    resolver: zodResolver(modelFormFor(model)),
    defaultValues: modelFormOf(model),
  })
  const out = useUnsaved(form.formState.isDirty, onClose)
  const kept = useKeptDraft(`model:${model?.id ?? 'new'}`, form)
  const change = async (before: Model, values: ModelForm) => {
    const starts = fromLocalInput(values.starts, zone)
    const planned = starts === undefined ? {} : { effective_from: new Date(starts).toISOString() }
    const body = { ...modelToPatch(values, before), ...planned }
    return call(adminPatchModel, {
      params: { id: before.id },
      body,
      ifMatch: versionFor(body, before, newest ?? before),
    })
  }
  const attempt = useAttempt()
  const submit = async () => {
    setFailure(null)
    const values = form.getValues()
    if (model !== null && values.starts !== '' && modelToPatch(values, model).price === undefined) {
      return form.setError('starts', { type: 'server', message: t('model.startsAlone') }, { shouldFocus: true })
    }
    try {
      const saved =
        model === null
          ? await attempt((name) => call(adminCreateModel, { body: modelToCreate(values), attempt: name }))
          : await change(model, values)
      toast.success(t(model === null ? 'model.created' : 'model.saved', { name: saved.display_name || saved.id }))
      await reload()
      out.done()
    } catch (error) {
      if (isOvertaken(error)) void reload()
      if (error instanceof CallError) {
        placeFaults(form, error.code === 'model_exists' ? { id: error.detail } : withInputNames(error.fields))
      }
      setFailure(whyOf(error, t('act.noAnswer')))
    }
  }
  const save = () => form.handleSubmit(submit)()
  return { form, kept, failure, save, out }
}

// The contract has rates beside `tiers`; the form keeps them apart, and aliases are one input.
function withInputNames(fields: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(fields).map(([name, message]): [string, string] => [
    name
      .replace(/^price\.tiers\.(\d+)\.(?!above_tokens)/, 'price.tiers.$1.rates.')
      .replace(/\.above_tokens$/, '.above')
      .replace(/^price\.(?!tiers|rates|hours)/, 'price.rates.')
      .replace(/^(price\.hours\.(?:dates|windows\.\d+\.days))\..*/, '$1')
      .replace(/^aliases\..*/, 'aliases')
      .replace(/^effective_from$/, 'starts'),
    message,
  ])
  return Object.fromEntries(named)
}

function Changes({ dirty }: { dirty: object }) {
  const t = useTexts('offers')
  const count = leavesOf(dirty)
  if (count === 0) return null
  return (
    <b className="row gap4 hide">
      <Dot tone="acc" />
      {t('changes', { count })}
    </b>
  )
}

/** How many inputs hold something else than they did. */
function leavesOf(dirty: unknown): number {
  if (dirty === true) return 1
  if (typeof dirty !== 'object' || dirty === null) return 0
  return Object.values(dirty).reduce<number>((sum, one) => sum + leavesOf(one), 0)
}
