import { useQuery } from '@tanstack/react-query'
import { Plus, Send, Trash2 } from 'lucide-react'
import {
  adminDeleteChannel,
  adminListChannels,
  adminPatchChannel,
  adminTestChannel,
  type ChannelView,
} from '../../../../src/contract/notifications.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { inTurn, TURN_MS } from '../../lib/in-turn.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { toast } from '../../lib/toast.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SavingSwitch } from '../../ui/saving-switch.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import { reloadChannels } from './reload-channels.ts'

const NEW = 'new'

/** Where operators are told of what goes wrong; `channel` in the address is the one that is open, or `new`. */
export function Channels() {
  const t = useTexts('channels')
  const [search, change] = useSearchParams()
  const query = useQuery(ask(adminListChannels))
  const opened = one(search, 'channel')
  const edited = query.data?.items.find(({ id }) => id === opened) ?? null
  const open = (id: string | null) => change({ channel: id }, { push: id !== null })
  return (
    <Card flush className="relative">
      <CardHead title={t('title')} remark={t('remark')}>
        <Button small kind="primary" onClick={() => open(NEW)}>
          <Icon of={Plus} small />
          {t('add')}
        </Button>
      </CardHead>
      <Block query={query} bones={<TableSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3 sys-row">{t('never')}</p>
          ) : (
            items.map((channel) => <Row key={channel.id} channel={channel} onOpen={() => open(channel.id)} />)
          )
        }
      </Block>
      {(opened === NEW || edited !== null) && <ChannelDrawer key={opened} edited={edited} onClose={() => open(null)} />}
    </Card>
  )
}

function Row({ channel, onOpen }: { channel: ChannelView; onOpen: () => void }) {
  const t = useTexts('channels')
  const { id, name, kind, rules, enabled, unreadable } = channel
  const { busy, act } = useAct({ failed: t('failed'), retry: t('retry') })
  const guarded = (run: () => Promise<unknown>) => act(run).then(reloadChannels)
  const test = async () => {
    const { ok, problem } = await call(adminTestChannel, { params: { id } })
    if (ok) toast.success(t('test.sent'))
    else toast.error(t('test.failed'), problem ?? '')
  }
  const remove = async () => {
    const question = { title: t('remove.ask', { name }), message: t('remove.effect'), confirmText: t('remove.do') }
    if (await confirm({ ...question, variant: 'danger', typeToConfirm: name }))
      await call(adminDeleteChannel, { params: { id } })
  }
  const turn = (on: boolean) =>
    inTurn(id, () => {
      const { items } = queryClient.getQueryData(ask(adminListChannels).queryKey) ?? { items: [] }
      const { version } = items.find((one) => one.id === id) ?? channel
      const asked = { params: { id }, body: { enabled: on }, ifMatch: version, withinMs: TURN_MS }
      return guarded(() => call(adminPatchChannel, asked))
    })
  return (
    <div className="sys-row row wrap">
      <Tag>{t(`kind.${kind}`)}</Tag>
      <button type="button" className="link el" onClick={onOpen}>
        {name}
      </button>
      <span className={unreadable ? 'err' : 't3'}>
        {unreadable
          ? t('unreadable')
          : rules === null
            ? t('all_rules')
            : rules.map((rule) => t(`rule.${rule}`)).join(' · ')}
      </span>
      <span className="sp" />
      <Button small busy={busy} aria-label={`${t('test.do')} ${name}`} onClick={() => void guarded(test)}>
        <Icon of={Send} small />
        {t('test.do')}
      </Button>
      <SavingSwitch checked={enabled} aria-label={`${t('enabled')} ${name}`} onSave={turn} />
      <Button small icon kind="ghost" aria-label={`${t('remove.do')} ${name}`} onClick={() => void guarded(remove)}>
        <Icon of={Trash2} small />
      </Button>
    </div>
  )
}
