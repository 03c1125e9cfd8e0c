import { useState } from 'react'
import type { z } from 'zod'
import type { BodyInputOf } from '../../../../src/contract/endpoint.ts'
import { beginSecondFactor, confirmSecondFactor } from '../../../../src/contract/second-factor.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { toast } from '../../lib/toast.ts'
import { useOnce } from '../../lib/use-once.ts'
import { CopyButton } from '../copy-button.tsx'
import { ProofForm } from './proof-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Made = z.infer<(typeof beginSecondFactor)['answer']>
type Shown = { step: 'password' } | ({ step: 'scan' } & Made) | { step: 'codes'; codes: readonly string[] }

/** Whether there is none yet, or another takes the place of one that is on. */
export type SetUpKind = 'enable' | 'replace'

/** Where somebody is who turns their second factor on or changes its authenticator; `onDone` when they leave, whether it is done or not. */
export function useSetUp(onDone: () => void, kind: SetUpKind = 'enable') {
  const t = useTexts('twostep')
  const once = useOnce(onDone)
  const [shown, setShown] = useState<Shown>({ step: 'password' })
  // On already, by another tab or by an answer that was lost and the recovery codes with it: nothing is left to be done here.
  const unlessOn = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'second_factor_on') throw error
      toast.warning(t('found_on.title'), t('found_on.text'))
      onDone()
    }
  }
  return {
    kind,
    shown,
    once,
    begin: (body: BodyInputOf<typeof beginSecondFactor>) =>
      unlessOn(async () => setShown({ step: 'scan', ...(await call(beginSecondFactor, { body })) })),
    confirm: (code: string) =>
      unlessOn(async () => {
        const { recovery_codes: codes } = await call(confirmSecondFactor, { body: { code, ...ticketOf(shown) } })
        setShown({ step: 'codes', codes })
        once.show()
      }),
  }
}

/** What the first step asks for. */
const FIRST = {
  enable: { asks: ['password'] },
  replace: { asks: ['password', 'code'], recovery: true },
} as const

const ticketOf = (shown: Shown) => (shown.step === 'scan' && shown.ticket ? { ticket: shown.ticket } : {})

type Props = {
  setUp: ReturnType<typeof useSetUp>
  /** Where it may be left undone. */
  onCancel?: () => void
}

/** One step after the other: the password, the authenticator with a first code of it, the recovery codes. */
export function SetUp({ setUp: { kind, shown, once, begin, confirm }, onCancel }: Props) {
  const t = useTexts('twostep')
  switch (shown.step) {
    case 'password':
      return (
        <ProofForm
          key="password"
          {...FIRST[kind]}
          act={({ password, code }) => begin(kind === 'enable' ? { password } : { password, code })}
          submit={t('password.next')}
          onCancel={onCancel}
        >
          <p className="t2 text-cell text-pretty">{t(kind === 'enable' ? 'password.why' : 'replace.why')}</p>
        </ProofForm>
      )
    case 'scan':
      return (
        <ProofForm
          key="scan"
          asks={['code']}
          act={({ code }) => confirm(code)}
          submit={t(kind === 'enable' ? 'scan.enable' : 'replace.submit')}
          onCancel={onCancel}
        >
          <p className="t2 text-cell text-pretty">{t('scan.why')}</p>
          <QrCode text={shown.uri} label={t('scan.qr')} />
          {/* No phone scans its own screen. */}
          <a href={shown.uri} className="link only-m">
            {t('scan.open')}
          </a>
          <Secret secret={shown.secret} />
        </ProofForm>
      )
    case 'codes':
      return <RecoveryCodes codes={shown.codes} once={once} />
  }
  return shown satisfies never
}

/** In groups of four, as it is typed; copied as it is. */
function Secret({ secret }: { secret: string }) {
  const t = useTexts('twostep')
  return (
    <div className="grid gap-1">
      <span className="t3 text-cell">{t('scan.by_hand')}</span>
      <div className="row gap4">
        <span className="m wrap-anywhere" data-secret>
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </span>
        <CopyButton text={secret} what={t('scan.secret')} />
      </div>
    </div>
  )
}
