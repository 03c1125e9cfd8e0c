import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { announcementBoard, type AnnouncementBoard } from '../../../../src/contract/announcements.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { ask } from '../query.ts'
import { useUser } from '../session.ts'

/** What every page shows of announcements, asked for once a minute. */
export function useBoard(): UseQueryResult<AnnouncementBoard> {
  const user = useUser()
  // Whoever must set a password first may not ask yet.
  const enabled = user !== null && !user.must_change_password
  return useQuery({ ...ask(announcementBoard), enabled, refetchInterval: MINUTE_MS })
}
