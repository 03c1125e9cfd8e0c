import { useRouter } from '@tanstack/react-router'
import { one, parseSearch, useSearchParams } from '../../lib/search-params.ts'
import { TRY_NO_MORE } from '../../lib/playground/link.ts'
import { Playground } from './playground.tsx'
import './playground.css'
import './talk.css'

/** The playground over whatever page is open, as the address wants it. */
export function Page() {
  const [search, change] = useSearchParams()
  const router = useRouter()
  const [model, key] = [one(search, 'model'), one(search, 'with')]
  const close = () => {
    const { before = '' } = router.latestLocation.state
    // The model is the page's own where it stood in its address before: a drawer was open.
    const own = one(parseSearch(before), 'model') !== undefined
    change(own ? TRY_NO_MORE : { ...TRY_NO_MORE, model: null })
  }
  const wanted = { ...(model !== undefined && { model }), ...(key !== undefined && { key }) }
  return <Playground key={`${model} ${key}`} wanted={wanted} onClose={close} />
}
