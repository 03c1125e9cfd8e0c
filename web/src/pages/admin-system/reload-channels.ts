import { adminListChannels } from '../../../../src/contract/notifications.ts'
import { askAgain } from '../../lib/query.ts'

/** Asks again for the channels. */
export const reloadChannels = () => askAgain(adminListChannels)
