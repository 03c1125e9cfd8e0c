import { remembered } from '../../core/remembered.ts'

/** The folder of interactions in a version of the Gemini API, and what stands in it by its id (wire.md §1.6). */
export const INTERACTIONS = '/(?:v1|v1beta|v1alpha)/interactions'

const CREATED_AT = new RegExp(`^${INTERACTIONS}$`)
const UNDER = new RegExp(`^${INTERACTIONS}(?:/|$)`)

/** Whether a canonical path makes an interaction. */
export const makesInteraction = (path: string): boolean => CREATED_AT.test(path)

/** Whether a canonical path is about interactions, made or to be made. */
export const isOfInteractions = remembered((path) => UNDER.test(path))
