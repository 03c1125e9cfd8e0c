import { useState, type ReactNode } from 'react'
import { endSecondFactor, renewRecoveryCodes } from '../../../../src/contract/second-factor.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { useOnce } from '../../lib/use-once.ts'
import { Dialog as Window } from '../../ui/dialog.tsx'
import { ProofForm } from '../../ui/second-factor/proof-form.tsx'
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.tsx'
import { SetUp, type SetUpKind, useSetUp } from '../../ui/second-factor/set-up.tsx'

type Props = { onClose: () => void }

/** A window with a form or a list under its title, which bring their own buttons. */
function Dialog({ title, onClose, children }: Props & { title: string; children: ReactNode }) {
  return (
    <Window open onClose={onClose} title={title}>
      <div className="mt-3">{children}</div>
    </Window>
  )
}

/** Turns the second factor on, step by step. */
export const SetUpDialog = ({ onClose }: Props) => <Steps kind="enable" onClose={onClose} />

/** Puts another authenticator in the place of the one that is on, by the same steps. */
export const ReplaceDialog = ({ onClose }: Props) => <Steps kind="replace" onClose={onClose} />

function Steps({ kind, onClose }: Props & { kind: SetUpKind }) {
  const t = useTexts('twostep')
  const setUp = useSetUp(onClose, kind)
  const { step } = setUp.shown
  return (
    <Dialog
      onClose={setUp.once.mayLeave}
      title={t(kind === 'replace' && step === 'password' ? 'replace.title' : `step.${step}`)}
    >
      <SetUp setUp={setUp} onCancel={onClose} />
    </Dialog>
  )
}

/** Replaces the recovery codes. */
export function RenewDialog({ onClose }: Props) {
  const t = useTexts('twostep')
  const once = useOnce(onClose)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Dialog onClose={once.mayLeave} title={t(codes === null ? 'renew.title' : 'step.codes')}>
      {codes === null ? (
        <ProofForm
          asks={['password', 'code']}
          recovery
          act={async (proof) => {
            const { recovery_codes: made } = await call(renewRecoveryCodes, { body: proof })
            setCodes(made)
            once.show()
          }}
          submit={t('renew.submit')}
          onCancel={onClose}
        >
          <p className="t2 text-cell text-pretty">{t('renew.why')}</p>
        </ProofForm>
      ) : (
        <RecoveryCodes codes={codes} once={once} />
      )}
    </Dialog>
  )
}

/** Turns the second factor off. */
export function EndDialog({ onClose }: Props) {
  const t = useTexts('twostep')
  return (
    <Dialog onClose={onClose} title={t('end.title')}>
      <ProofForm
        asks={['password', 'code']}
        recovery
        act={async (proof) => {
          await call(endSecondFactor, { body: proof })
          toast.success(t('end.done'))
          onClose()
        }}
        submit={t('end.submit')}
        danger
        onCancel={onClose}
      >
        <p className="t2 text-cell text-pretty">{t('end.why')}</p>
      </ProofForm>
    </Dialog>
  )
}
