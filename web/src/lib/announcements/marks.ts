import type { InfiniteData } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  announcementBoard,
  getAnnouncement,
  listAnnouncements,
  readAllAnnouncements,
  readAnnouncement,
  unreadAnnouncement,
} from '../../../../src/contract/announcements.ts'
import { listNotices, readAllNotices, readNotice } from '../../../../src/contract/notices.ts'
import { call } from '../call.ts'
import { askAgain, keyOf, queryClient } from '../query.ts'

type Page = z.output<typeof listAnnouncements.answer>

/** Marks an announcement as read or unread. It stays where it stands in the lists on the screen, the unread one too. */
export async function mark(id: string, read: boolean): Promise<void> {
  await call(read ? readAnnouncement : unreadAnnouncement, { params: { id } })
  const lists = { queryKey: keyOf(listAnnouncements) }
  const show = () => queryClient.setQueriesData<InfiniteData<Page>>(lists, (data) => data && marked(data, id, read))
  show()
  // A list that was asked for before the mark may still come without it.
  const late = queryClient.getQueryCache().findAll({ ...lists, fetchStatus: 'fetching' })
  void Promise.allSettled(late.flatMap(({ promise }) => promise ?? [])).then(show)
  await askAgain(announcementBoard, getAnnouncement)
}

/** Marks everything as read. */
export async function markAll(): Promise<void> {
  await call(readAllAnnouncements)
  await askAgain(announcementBoard, getAnnouncement, listAnnouncements)
}

/** Marks a notice of one's own account as read. */
export async function readOwn(id: string): Promise<void> {
  await call(readNotice, { params: { id } })
  await askAgain(announcementBoard, listNotices)
}

/** Marks all of them as read. */
export async function readAllOwn(): Promise<void> {
  await call(readAllNotices)
  await askAgain(announcementBoard, listNotices)
}

/** The pages of a list with one row read or unread; every page tells what all of them count. */
export function marked(data: InfiniteData<Page>, id: string, read: boolean): InfiniteData<Page> {
  const changes = data.pages.some((page) => page.items.some((row) => row.id === id && row.read !== read))
  if (!changes) return data
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((row) => (row.id === id ? { ...row, read } : row)),
    counts: { ...page.counts, unread: Math.max(0, page.counts.unread + (read ? -1 : 1)) },
  }))
  return { ...data, pages }
}
