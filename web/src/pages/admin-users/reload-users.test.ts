import { afterEach, expect, test } from 'vitest'
import { adminGetKey, adminListKeys } from '../../../../src/contract/admin-keys.ts'
import { adminGetUser, adminListUsers } from '../../../../src/contract/admin-users.ts'
import { adminListGroups } from '../../../../src/contract/groups.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { reloadKeys } from '../admin-keys/use-key-deeds.ts'
import { reloadUsers } from './use-user-deeds.ts'

afterEach(() => queryClient.clear())

test.each([
  { name: 'accounts', reload: reloadUsers, told: [adminListUsers, adminGetUser, adminListGroups] },
  { name: 'accounts, whose keys go with them', reload: reloadUsers, told: [adminListKeys, adminGetKey] },
  { name: 'keys, which their owners count', reload: reloadKeys, told: [adminListKeys, adminListUsers, adminGetUser] },
])('after a change of $name nothing that shows them is taken for fresh', async ({ reload, told }) => {
  for (const endpoint of told) queryClient.setQueryData(keyOf(endpoint, {}), {})
  await reload()
  const fresh = told.filter((endpoint) => queryClient.getQueryState(keyOf(endpoint, {}))?.isInvalidated !== true)
  expect(fresh).toEqual([])
})
