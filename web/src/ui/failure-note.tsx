import { Note } from './note.tsx'

/** Why what a form asked for was not done, read out as soon as it is known; nothing while `text` is null. */
export function FailureNote({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Note tone="err" urgent>
      <span>{text}</span>
    </Note>
  )
}
