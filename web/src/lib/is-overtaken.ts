import { CallError } from './call-error.ts'

/** Whether a change was refused since somebody else has changed the same meanwhile: what is shown of it is old. */
export const isOvertaken = (error: unknown): boolean => error instanceof CallError && error.code === 'version_conflict'
