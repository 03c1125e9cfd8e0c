import { useQuery } from '@tanstack/react-query'
import { listNotices } from '../../../../src/contract/notices.ts'
import { CHANNELS, isFixed, type Notice, takes } from '../../../../src/core/notices.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { saveNotices, usePreference } from '../../lib/preferences.ts'
import { ask } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NOTICE_GROUPS, switched, type NoticeGroup } from './notice-choice.ts'
import { Saved } from './row.tsx'
import { Section } from './section.tsx'
import { useSaving } from './use-saving.ts'

const GROUPS = Object.keys(NOTICE_GROUPS) as NoticeGroup[]
const noticesOf = (group: NoticeGroup): readonly Notice[] => NOTICE_GROUPS[group]

/** What one wants to be told of, and where. */
export function Notices() {
  const t = useTexts('settings')
  const kept = usePreference('notices')
  const { saving, follow } = useSaving()
  const email = useUser()?.email
  const { data } = useQuery(ask(listNotices, { query: { limit: 1 } }))
  // Where nothing can be sent, no box says that it would be.
  const mails = data?.mails ?? true
  return (
    <Section
      id="notices"
      remark={
        <span className="row">
          <Saved saving={saving} />
          {data && (mails ? t('notices.mailed', { email: email ?? '' }) : t('notices.no_mail'))}
        </span>
      }
    >
      <table className="tbl nm" aria-label={t('section.notices')}>
        <thead>
          <tr>
            <th scope="col">{t('notices.event')}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`notices.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map((group) => (
          <tbody key={group}>
            <tr className="ng">
              <th scope="rowgroup" colSpan={3}>
                {t(`notices.group.${group}`)}
              </th>
            </tr>
            {noticesOf(group).map((notice) => (
              <tr key={notice}>
                <td>
                  {t(`notices.name.${notice}`)}
                  <Hint of={notice} />
                </td>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Checkbox
                      aria-label={`${t(`notices.name.${notice}`)}: ${t(`notices.${channel}`)}`}
                      checked={(mails || channel !== 'email') && takes(kept, notice, channel)}
                      disabled={isFixed(notice, channel) || (!mails && channel === 'email')}
                      onChange={(on) => follow(saveNotices(switched(kept, notice, { channel, on })))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Section>
  )
}

const HINTS = ['limit_100', 'key_expiry', 'odd_sign_in', 'second_factor', 'announcement'] as const

function Hint({ of }: { of: Notice }) {
  const t = useTexts('settings')
  const hint = HINTS.find((one) => one === of)
  return hint === undefined ? null : <div className="t3">{t(`notices.hint.${hint}`)}</div>
}
