import type { AdminKey, KeyColumn } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked, ratePerMinute } from '../../lib/key/key-state.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Selection } from '../../lib/use-selection.ts'
import { PickAllBox, PickBox } from '../../ui/pick-box.tsx'
import { AllowedModels } from '../../ui/key/allowed-models.tsx'
import { useExpiry, useLastUse, useOldSecret } from '../../ui/key/key-times.ts'
import { LimitCell } from '../../ui/limits/limit-cell.tsx'
import { Status } from '../../ui/status.tsx'
import { SortHead, Table, TwoLines, type Sorting } from '../../ui/table.tsx'
import { MonthCost, Risks, useDisabler, useMaker } from './key-bits.tsx'
import { KeyMenu, type KeyActs } from './key-menu.tsx'
import '../../ui/key/key.css'

/** What the table and, on small screens, the cards are given; `keys` are the rows read so far. */
export type ListProps = { keys: readonly AdminKey[]; selection: Selection; acts: KeyActs }

/** What is given up first where there is little room; the drawer of a key has it too. */
const NARROW = {
  addresses: '@max-[1150px]:hidden',
  models: '@max-[1000px]:hidden',
  used: '@max-[940px]:hidden',
  owner: '@max-[840px]:hidden',
  expires: '@max-[720px]:hidden',
} as const

/** A long head over short figures takes two lines, so that all columns fit a desktop in English too. */
const WRAPPED = '@min-[680px]:min-w-24 whitespace-normal! break-keep leading-4! [&>button]:text-right'

/** The keys of everybody as a table. */
export function KeyTable({ keys, sorting, selection, acts }: ListProps & { sorting: Sorting<KeyColumn> }) {
  const t = useTexts('allkeys')
  return (
    <Table label={t('title')} tall className="gives">
      <thead>
        <tr>
          <th scope="col" className="w-4">
            <PickAllBox label={t('pick.all')} selection={selection} />
          </th>
          <SortHead column="name" {...sorting}>
            {t('col.key')}
          </SortHead>
          <th scope="col" className={NARROW.owner}>
            {t('col.owner')}
          </th>
          <th scope="col">{t('col.status')}</th>
          <th scope="col">{t('col.risks')}</th>
          <th scope="col">{t('col.quota')}</th>
          <th scope="col" className={NARROW.models}>
            {t('col.models')}
          </th>
          <SortHead column="cost" number className={WRAPPED} {...sorting}>
            {t('col.cost')}
          </SortHead>
          <SortHead column="used" latest className={NARROW.used} {...sorting}>
            {t('col.used')}
          </SortHead>
          <SortHead column="addresses" number className={NARROW.addresses} {...sorting}>
            {t('col.addresses')}
          </SortHead>
          <SortHead column="expires" className={NARROW.expires} {...sorting}>
            {t('col.expires')}
          </SortHead>
          <th scope="col">
            <span className="vh">{t('col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} item={key} selection={selection} acts={acts} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ item, selection, acts }: Omit<ListProps, 'keys'> & { item: AdminKey }) {
  const t = useTexts('allkeys')
  const maker = useMaker(item)
  const disabler = useDisabler(item)
  const lastUse = useLastUse(item)
  const expiry = useExpiry(item)
  const { exact } = useFormat()
  const rate = ratePerMinute(item)
  const picked = selection.has(item.id)
  return (
    <tr className={picked ? 'sel' : ''}>
      <td>
        <PickBox of={item.id} label={t('pick.one', { name: item.name })} selection={selection} />
      </td>
      <td className="min-w-36 max-w-56">
        <Name item={item} onOpen={() => acts.open(item)} />
      </td>
      <td className={`min-w-25 max-w-40 ${NARROW.owner}`} title={item.owner.email}>
        <TwoLines under={maker}>{item.owner.name}</TwoLines>
      </td>
      <td>
        <Status state={`key_${keyState(item)}`} title={disabler ?? undefined} />
      </td>
      <td className="whitespace-normal! @min-[680px]:min-w-19 @min-[1060px]:min-w-32">
        <Risks item={item} />
      </td>
      <td>
        <LimitCell limits={item.limits} />
      </td>
      <td className={NARROW.models}>
        <AllowedModels models={item.allow_models} />
        {rate !== null && <span className="t3 n block">{t('rate', { n: exact(rate) })}</span>}
      </td>
      <td className="r">
        <MonthCost item={item} />
      </td>
      <td className={`n ${NARROW.used}`} title={lastUse.hover}>
        <TwoLines under={lastUse.under}>{lastUse.text}</TwoLines>
      </td>
      <td className={`r ${NARROW.addresses} ${item.risks.includes('many_ips') ? 'err b' : ''}`}>{item.addresses}</td>
      <td className={`n ${NARROW.expires}`}>
        <TwoLines under={expiry.under} tone={expiry.soon ? 'warn' : undefined}>
          {expiry.text}
        </TwoLines>
      </td>
      <td className="r">
        <KeyMenu item={item} acts={acts} />
      </td>
    </tr>
  )
}

function Name({ item, onOpen }: { item: AdminKey; onOpen: () => void }) {
  const quiet = [useOldSecret(item), item.note].filter(Boolean).join(' · ')
  return (
    <TwoLines under={<span className="m">{masked(item)}</span>}>
      <span className="row gap4">
        <button
          type="button"
          className="el min-h-6 max-w-full shrink-0 hover:text-accent"
          title={item.name}
          data-row
          onClick={onOpen}
        >
          {item.name}
        </button>
        {quiet !== '' && (
          <span className="t3 el" title={quiet}>
            {quiet}
          </span>
        )}
      </span>
    </TwoLines>
  )
}
