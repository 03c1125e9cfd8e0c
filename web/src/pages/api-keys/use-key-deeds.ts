import { listActivity } from '../../../../src/contract/activity.ts'
import { deleteKey, listKeys, patchKey, type ApiKey } from '../../../../src/contract/keys.ts'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import type { LimitInput } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { withConsent } from '../../lib/consent.ts'
import { exact } from '../../lib/format.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inputOf, rowsOf } from '../../lib/limits/rows.ts'
import { askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'

/** Asks for the list and what is told of keys again, after something has changed. */
export const reloadKeys = (): Promise<void> => askAgain(listKeys, listActivity)

type Patch = BodyInputOf<typeof patchKey>

/** Changes keys one after the other, each in its own way; answers those that are changed, which are not all when the reader declined. */
async function patchAll(keys: readonly ApiKey[], patchOf: (key: ApiKey) => Patch): Promise<readonly ApiKey[]> {
  const done: ApiKey[] = []
  try {
    await withConsent(async (consent) => {
      for (const key of keys.slice(done.length)) {
        await call(patchKey, { params: { id: key.id }, body: { ...patchOf(key), ...consent } })
        done.push(key)
      }
    })
    return done
  } finally {
    await reloadKeys()
  }
}

/** What can be done with one key or with many, each with what the reader is told and the way back. */
export function useKeyDeeds() {
  const t = useTexts('keys')

  /** Puts keys back to what they were. */
  const undo = (keys: readonly ApiKey[], patchOf: (key: ApiKey) => Patch) => ({
    label: t('undo'),
    run: () =>
      void patchAll(keys, patchOf).catch((error: unknown) =>
        toast.error(t('failed.undo'), whyOf(error, t('failed.retry'))),
      ),
  })

  const setStatus = async (keys: readonly ApiKey[], status: 'active' | 'disabled'): Promise<void> => {
    const changed = keys.filter(
      // What an administrator disabled is not the owner's to enable.
      (key) => (key.status === 'disabled') !== (status === 'disabled') && !key.disabled_by_admin,
    )
    const [first] = changed
    if (first === undefined) return
    const { name } = first
    const count = changed.length
    const word = status === 'disabled' ? 'disabled' : 'enabled'
    try {
      await patchAll(changed, () => ({ status }))
      const back = undo(changed, () => ({ status: status === 'active' ? 'disabled' : 'active' }))
      const said = count === 1 ? t(`done.${word}`, { name }) : t(`done.${word}_many`, { count })
      toast.success(said, status === 'disabled' ? t('done.disabled_effect') : undefined, back)
    } catch (error) {
      toast.error(t('failed.status', { name }), whyOf(error, t('failed.retry')))
    }
  }

  const setLimits = async (keys: readonly ApiKey[], limits: LimitInput[]): Promise<boolean> => {
    const done = await patchAll(keys, () => ({ limits }))
    const back = undo(done, (key) => ({ limits: inputOf(rowsOf(key.limits)) }))
    if (done.length > 0) toast.success(t('done.limits', { count: done.length }), undefined, back)
    return done.length > 0
  }

  const setExpiry = async (keys: readonly ApiKey[], expiresAt: string | null): Promise<boolean> => {
    const done = await patchAll(keys, () => ({ expires_at: expiresAt }))
    const back = undo(done, (key) => ({ expires_at: key.expires_at }))
    if (done.length > 0) toast.success(t('done.expiry', { count: done.length }), undefined, back)
    return done.length > 0
  }

  /** Deletes a key after asking; `onGone` comes before the list knows. */
  const remove = async (key: ApiKey, onGone?: () => void): Promise<void> => {
    const sure = await confirm({
      variant: 'danger',
      title: t('ask.delete', { name: key.name }),
      message: t('ask.delete_effect', { count: key.month.requests, requests: exact(key.month.requests) }),
      confirmText: t('ask.delete_yes'),
      typeToConfirm: key.name,
    })
    if (!sure) return
    try {
      await call(deleteKey, { params: { id: key.id } })
      toast.success(t('done.deleted', { name: key.name }))
      onGone?.()
    } catch (error) {
      toast.error(t('failed.delete', { name: key.name }), whyOf(error, t('failed.retry')))
    }
    await reloadKeys()
  }

  return { setStatus, setLimits, setExpiry, remove }
}
