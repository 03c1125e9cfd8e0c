import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminKeyAddresses, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'

/** So many stand open at first. */
const AT_FIRST = 5

/** Where a key was used from lately: how many places, and which, with the hour it last was. */
export function KeyAddresses({ item }: { item: Pick<AdminKey, 'id' | 'addresses' | 'risks'> }) {
  const t = useTexts('allkeys')
  const { when } = useFormat()
  const [all, setAll] = useState(false)
  const found = useQuery({ ...ask(adminKeyAddresses, { params: { id: item.id } }), enabled: item.addresses > 0 })
  const rows = found.data?.items ?? []
  const more = all ? 0 : rows.length - AT_FIRST
  return (
    <>
      <span className={item.risks.includes('many_ips') ? 'err b' : ''}>
        {t('find.addresses', { count: item.addresses })}
      </span>
      {rows.length > 0 && (
        <ul className="grid">
          {rows.slice(0, all ? undefined : AT_FIRST).map(({ ip, at }) => (
            <li key={ip} className="row wrap gap-x-2!">
              <span className="m wrap-anywhere">{ip}</span>
              <span className="t3">{t('find.lastHour', { time: when(at) })}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('find.moreAddresses', { count: more })}
        </button>
      )}
    </>
  )
}
