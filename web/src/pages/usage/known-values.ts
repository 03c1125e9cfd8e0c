import type { QueryClient } from '@tanstack/react-query'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { listKeys } from '../../../../src/contract/keys.ts'
import { adminListModels } from '../../../../src/contract/models.ts'
import { ask } from '../../lib/query.ts'
import type { Search } from '../../lib/search-params.ts'
import type { Reader } from '../../lib/traffic/filters.ts'
import type { Known } from '../../lib/traffic/views.ts'
import { columnsOf } from './columns.ts'

type Given = { client: QueryClient; reader: Reader; zone: string }
type Listed = Promise<{ items: readonly { id: string }[] }>

/** What still exists of what a view names; what cannot be asked for at the moment is taken to be there. */
export async function knownFor(view: Search, { client, reader, zone }: Given): Promise<Known> {
  const models = (): Listed =>
    reader === 'admin' ? client.fetchQuery(ask(adminListModels)) : client.fetchQuery(ask(listModels))
  const keys = (): Listed => client.fetchQuery(ask(listKeys, { query: { tz: zone } }))
  return {
    cols: columnsOf(reader),
    ...(view['model'] !== undefined && { model: await idsOf(models()) }),
    // Everybody's keys are too many to be asked for.
    ...(view['key'] !== undefined && reader !== 'admin' && { key: await idsOf(keys()) }),
  }
}

function idsOf(listed: Listed): Promise<string[] | undefined> {
  return listed.then(
    ({ items }) => items.map(({ id }) => id),
    () => undefined,
  )
}
