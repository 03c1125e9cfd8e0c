import { lazy, Suspense } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import { Bone, Skeleton } from './skeleton.tsx'

const MarkdownBody = lazy(() =>
  loadChunk(() => import('./markdown-body.tsx')).then((found) => ({ default: found.MarkdownBody })),
)

/** Markdown as it is read: HTML in it is text, links lead to the web or to mail alone, pictures are their words. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Bones />}>
      <MarkdownBody text={text} />
    </Suspense>
  )
}

function Bones() {
  return (
    <Skeleton className="col">
      {['92%', '96%', '64%'].map((width) => (
        <Bone key={width} width={width} className="mt" />
      ))}
    </Skeleton>
  )
}
