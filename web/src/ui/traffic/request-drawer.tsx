import { useQuery } from '@tanstack/react-query'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { askRequest } from '../../lib/traffic/ask.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { offsetName } from '../../lib/offset-name.ts'
import { CopyButton } from '../copy-button.tsx'
import { copyAloud } from '../copy-aloud.ts'
import { Drawer } from '../drawer.tsx'
import { DrawerSteps } from '../drawer-steps.tsx'
import { ErrorState } from '../error-state.tsx'
import { MarkTile } from '../mark-tile.tsx'
import { Note } from '../note.tsx'
import { Bone, Skeleton } from '../skeleton.tsx'
import { Tag } from '../tag.tsx'
import { BillTable } from './bill-table.tsx'
import { RequestContent } from './request-content.tsx'
import { RequestFacts } from './request-facts.tsx'
import { RequestFoot } from './request-foot.tsx'
import { RequestPath } from './request-path.tsx'
import { RequestStatus } from './request-status.tsx'
import './request-drawer.css'

/** How often a request that still runs is looked at again. */
const RUNNING_POLL_MS = 2000

type Props = {
  id: string
  /** The requests of the list behind, for J and K. */
  ids: readonly string[]
  onMove: (id: string) => void
  onClose: () => void
}

/** One request with its bill and its way, in a drawer; J and K go on, C copies the id. */
export function RequestDrawer({ id, ids, onMove, onClose }: Props) {
  const t = useTexts('requests')
  const scope = useScope()
  const { data, error, refetch } = useQuery({
    ...askRequest(scope, id),
    placeholderData: () => undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_POLL_MS : false),
  })
  useShortcuts({ c: () => void copyAloud(id, t('copiedId')) }, 'over')
  const model = data?.model ?? data?.model_asked
  return (
    <Drawer
      open
      onClose={onClose}
      title={
        <span className="row">
          <MarkTile names={[model ?? '']} size={32} />
          <span className="el">{model ?? t('title')}</span>
        </span>
      }
      remark={data && <Remark data={data} />}
      actions={
        <DrawerSteps
          {...{ id, ids, onMove }}
          link={`${BASE_PATHS[scope]}/usage?tab=requests&req=${encodeURIComponent(id)}`}
        />
      }
      footer={data && <RequestFoot key={data.id} request={data} />}
    >
      {data ? (
        <Detail data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={t(error.status === 404 ? 'gone' : 'failed')} />
      ) : (
        <Bones />
      )}
    </Drawer>
  )
}

function Remark({ data }: { data: RequestDetail }) {
  const t = useTexts('requests')
  return (
    <span className="row">
      <RequestStatus request={data} inWords />
      {data.stream && <Tag className="hide">{t('stream')}</Tag>}
    </span>
  )
}

function Detail({ data }: { data: RequestDetail }) {
  const t = useTexts('requests')
  const format = useFormat()
  return (
    <>
      <div className="rd-id">
        <span className="row gap4 t3">
          <span className="m el">{data.id}</span>
          <CopyButton text={data.id} what={t('id')} />
        </span>
        <span className="t3 n nw" title={format.whenExact(data.at)}>
          {format.whenExact(data.at).slice(0, 19).replace('T', ' ')} (
          {offsetName(Date.parse(data.at), format.voice.zone)})
        </span>
        <span className="t3 nw">{t(`protocol.${data.protocol}`)}</span>
        {data.model !== null && data.model !== data.model_asked && (
          <span className="t3">{t('asked', { model: data.model_asked })}</span>
        )}
      </div>
      {data.error && (
        <Note tone={data.http_status >= 500 ? 'err' : 'warn'}>
          <span className="rd-err">
            <b className="m">{data.error.class}</b> {data.error.message ?? t(`end.${data.end}`)}
          </span>
        </Note>
      )}
      <RequestFacts data={data} />
      <BillTable data={data} />
      {(data.attempts.length > 0 || data.status !== 'running') && <RequestPath data={data} />}
      {data.status !== 'running' && <RequestContent key={data.id} request={data} />}
    </>
  )
}

function Bones() {
  return (
    <Skeleton>
      <div className="col gap16">
        <Bone width="60%" />
        <Bone height={116} />
        <Bone width={72} height={16} />
        <Bone height={240} />
        <Bone width={72} height={16} />
        <Bone height={96} />
      </div>
    </Skeleton>
  )
}
