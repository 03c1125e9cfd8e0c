import { useQuery } from '@tanstack/react-query'
import { listSessions } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'

type Props = { listed: readonly string[]; onAdd: (address: string) => void }

/** Where the reader is asking from, so that they do not shut themselves out; nothing until that is known. */
export function OwnAddress({ listed, onAdd }: Props) {
  const t = useTexts('keys')
  const address = useQuery(ask(listSessions)).data?.items.find(({ current }) => current)?.ip
  if (address === undefined) return null
  return (
    <span className="row gap4 wrap">
      <span>{t(listed.includes(address) ? 'form.ips_listed' : 'form.ips_own', { address })}</span>
      {!listed.includes(address) && (
        <button type="button" className="link nw" onClick={() => onAdd(address)}>
          {t('form.ips_add')}
        </button>
      )}
    </span>
  )
}
