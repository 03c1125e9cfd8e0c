import type { RequestRow } from '../../../../../src/contract/usage.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useMask } from '../../../lib/traffic/privacy.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { Sender } from '../recent-card.tsx'
import { PrivacyEye } from './privacy-eye.tsx'

/** Who sent a request of anybody's, with which key and client, and who answered; the columns that go first where the card is narrow are named. */
export function useSender(): Sender {
  const t = useTexts('requests')
  const { NONE } = useFormat()
  const mask = useMask()
  const nameOf = ({ user }: RequestRow) => (user ? mask(user.name) : NONE)
  return {
    tools: <PrivacyEye />,
    heads: (
      <>
        <th scope="col">{t('user')}</th>
        <th scope="col" className="c-provider">
          {t('provider')}
        </th>
        <th scope="col" className="c-client">
          {t('client')}
        </th>
      </>
    ),
    cells: (request) => (
      <>
        <td className="el ov-sender" title={`${nameOf(request)} · ${mask(request.key.name)}`}>
          {nameOf(request)} <span className="t3">{mask(request.key.name)}</span>
        </td>
        <td className="t2 el dash-from c-provider">{request.provider?.name ?? NONE}</td>
        <td className="t2 el dash-from c-client">{request.client}</td>
      </>
    ),
    word: nameOf,
  }
}
