import { adminListChannels } from '../../../../src/contract/notifications.ts'
import { keyOf, queryClient } from '../../lib/query.ts'

/** Asks again for the channels. */
export const reloadChannels = () => queryClient.invalidateQueries({ queryKey: keyOf(adminListChannels) })
