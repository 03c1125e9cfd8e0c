import { initialOf } from '../../lib/initial-of.ts'
import { useUser } from '../../lib/session.ts'

/** What the visitor asked. */
export function Question({ text }: { text: string }) {
  const user = useUser()
  return (
    <div className="pg-you">
      <span className="av" aria-hidden="true">
        {initialOf(user?.name ?? '')}
      </span>
      <span className="pg-asked">{text}</span>
    </div>
  )
}
