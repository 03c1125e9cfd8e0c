import { one, useSearchParams } from '../../lib/search-params.ts'
import { TRY_NO_MORE } from '../../lib/playground/link.ts'
import { Playground } from './playground.tsx'
import './playground.css'
import './talk.css'

/** The playground over whatever page is open, as the address wants it. */
export function Page() {
  const [search, change] = useSearchParams()
  const [model, key] = [one(search, 'model'), one(search, 'with')]
  const wanted = { ...(model !== undefined && { model }), ...(key !== undefined && { key }) }
  return <Playground key={`${model} ${key}`} wanted={wanted} onClose={() => change(TRY_NO_MORE)} />
}
