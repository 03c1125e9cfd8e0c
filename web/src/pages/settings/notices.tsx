import { CHANNELS, type Notice } from '../../../../src/contract/preferences.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usePreference } from '../../lib/preferences.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { isFixed, NOTICE_GROUPS, switched, takes, type NoticeGroup } from './notice-choice.ts'
import { Saved } from './row.tsx'
import { Section } from './section.tsx'
import { useSaving } from './use-saving.ts'

const GROUPS = Object.keys(NOTICE_GROUPS) as NoticeGroup[]
const noticesOf = (group: NoticeGroup) => Object.keys(NOTICE_GROUPS[group]) as Notice[]

/** What one wants to be told of, and where. */
export function Notices() {
  const t = useTexts('settings')
  const kept = usePreference('notices')
  const { saving, save } = useSaving()
  return (
    <Section
      id="notices"
      remark={
        <span className="row">
          <Saved saving={saving} />
          {t('notices.remark')}
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
                      checked={takes(kept, notice, channel)}
                      disabled={isFixed(notice, channel)}
                      onChange={(on) => save({ notices: switched(kept, notice, { channel, on }) })}
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

const HINTS = ['limit_100', 'key_expiry', 'odd_sign_in', 'announcement'] as const

function Hint({ of }: { of: Notice }) {
  const t = useTexts('settings')
  const hint = HINTS.find((one) => one === of)
  return hint === undefined ? null : <div className="t3">{t(`notices.hint.${hint}`)}</div>
}
