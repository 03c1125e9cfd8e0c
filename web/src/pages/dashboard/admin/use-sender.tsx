import type { RequestRow } from '../../../../../src/contract/usage.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useMask } from '../../../lib/traffic/privacy.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { Sender } from '../recent-card.tsx'
import { PrivacyEye } from './privacy-eye.tsx'

/** Of everybody's requests there is more to tell: the client goes first where the card is narrow, the provider last. */
const CLIENT = '@max-[1140px]:hidden'
const PROVIDER = '@max-[860px]:hidden'

/** Who sent a request of anybody's, with which key and client, and who answered. */
export function useSender(): Sender {
  const t = useTexts('requests')
  const { NONE } = useFormat()
  const mask = useMask()
  const nameOf = ({ user }: RequestRow) => (user ? mask(user.name) : NONE)
  return {
    tools: <PrivacyEye />,
    givenUp: { cacheRead: '@max-[1000px]:hidden', firstToken: '@max-[920px]:hidden' },
    heads: (
      <>
        <th scope="col">{t('user')}</th>
        <th scope="col" className={PROVIDER}>
          {t('provider')}
        </th>
        <th scope="col" className={CLIENT}>
          {t('client')}
        </th>
      </>
    ),
    cells: (request) => (
      <>
        <td className="ov-sender" title={`${nameOf(request)} · ${mask(request.key.name)}`}>
          <span className="yields">
            {nameOf(request)} <span className="t3">{mask(request.key.name)}</span>
          </span>
        </td>
        <td className={`t2 dash-from ${PROVIDER}`} title={request.provider?.name ?? NONE}>
          <span className="yields">{request.provider?.name ?? NONE}</span>
        </td>
        <td className={`t2 dash-from ${CLIENT}`} title={request.client}>
          <span className="yields">{request.client}</span>
        </td>
      </>
    ),
    word: nameOf,
  }
}
