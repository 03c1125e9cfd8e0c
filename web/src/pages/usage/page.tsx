import { PageHead } from '../../ui/page-head.tsx'

/** Not written yet. */
export function Page() {
  return <PageHead title="…" />
}
