import { AlertHistory } from './alert-history.tsx'
import { Channels } from './channels.tsx'

/** Whom the gateway tells, and what it told. */
export function Alerts() {
  return (
    <>
      <Channels />
      <AlertHistory />
    </>
  )
}
