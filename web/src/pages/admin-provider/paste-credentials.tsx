import { adminAddCredentials } from '../../../../src/contract/add-credentials.ts'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import { adminGetProvider, adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { call } from '../../lib/call.ts'
import type { PastedCredential } from '../../lib/provider/pasted.ts'
import { ask, askAgain, takeAnswer } from '../../lib/query.ts'
import { PasteDialog } from '../../ui/provider/paste-dialog.tsx'

/** Many credentials pasted into a provider that is there; which it has already only the server knows. */
export function PasteCredentials({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { id, credentials: present } = provider
  const send = (credentials: readonly PastedCredential[], dryRun: boolean) =>
    call(adminAddCredentials, { params: { id }, body: { credentials: [...credentials], dry_run: dryRun } })
  const add = async (credentials: readonly PastedCredential[]) => {
    const answer = await send(credentials, false)
    takeAnswer(ask(adminGetProvider, { params: { id } }), answer.provider)
    void askAgain(adminListAudit)
    await askAgain(adminListProviders)
    return answer.added
  }
  return (
    <PasteDialog
      taken={present.map(({ name }) => name)}
      holdersOf={async (credentials) => (await send(credentials, true)).results.map(({ same_as }) => same_as)}
      onAdd={add}
      onClose={onClose}
    />
  )
}
