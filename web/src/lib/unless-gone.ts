import { CallError } from './call-error.ts'

/** An end that is wanted, of what may have ended meanwhile: then it is there already. */
export async function unlessGone(ending: Promise<unknown>): Promise<void> {
  try {
    await ending
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error
  }
}
