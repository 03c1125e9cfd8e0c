import { z } from 'zod'
import { NOTICES } from '../core/notices.ts'
import { count, nothing, pageById, pageOf, time } from './common.ts'
import { endpoint } from './endpoint.ts'

const notice = z.strictObject({
  id: z.string(),
  kind: z.enum(NOTICES),
  /** In the caller's language. */
  title: z.string(),
  text: z.string(),
  /** The path of the console where more is to be seen. */
  link: z.string(),
  at: time,
  read: z.boolean(),
})
/** A notice as the user it is for reads it; what is announced to many stands in a list of its own. */
export type NoticeView = z.infer<typeof notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/users/me/notices',
  who: 'user',
  summary: 'What the signed-in user was told of limits, keys and the account, newest first.',
  query: z.strictObject(pageById),
  answer: pageOf(notice).extend({
    unread: count,
    /** Whether notices are sent by e-mail too: the operator has set up a server for it. */
    mails: z.boolean(),
  }),
})

export const readAllNotices = endpoint({
  method: 'POST',
  path: '/api/users/me/notices/read-all',
  who: 'user',
  summary: 'Marks every notice as read.',
  answer: nothing,
  status: 204,
})

export const readNotice = endpoint({
  method: 'POST',
  path: '/api/users/me/notices/{id}/read',
  who: 'user',
  summary: 'Marks a notice as read.',
  answer: nothing,
  status: 204,
})
