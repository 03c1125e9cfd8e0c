import { digest } from './digest.ts'

/** A text that is no longer than a vendor takes; texts that differ stay different. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 9)}_${digest(text)}`
}
