import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { announcementBoard, type AnnouncementBoard } from '../../../../src/contract/announcements.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { dutyOf } from '../duty.ts'
import { ask } from '../query.ts'
import { useUser } from '../session.ts'

/** What every page shows of announcements, asked for once a minute. */
export function useBoard(): UseQueryResult<AnnouncementBoard> {
  const user = useUser()
  // Whoever must set something first may not ask yet.
  const enabled = user !== null && dutyOf(user) === null
  return useQuery({ ...ask(announcementBoard), enabled, refetchInterval: MINUTE_MS })
}
