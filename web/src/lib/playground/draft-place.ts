import { onSignOut } from '../session.ts'

/** Where this tab keeps the talk. */
export const DRAFT = 'ym.playground'

// With the frame, not with the playground: a talk must go when its owner does, whether or not it was opened since.
onSignOut(() => sessionStorage.removeItem(DRAFT))
