import type { ReactNode } from 'react'
import { MarkTile } from '../mark-tile.tsx'

type Props = {
  model: { id: string; display_name: string; vendor: string }
  size?: number
  /** Stands after the id: a button that copies it. */
  after?: ReactNode
  /** Opens more about it; without it the name is plain text. */
  onOpen?: () => void
}

/** A model by its mark, its name and its id. */
export function Who({ model, size = 28, after, onOpen }: Props) {
  const name = model.display_name || model.id
  return (
    <div className="who">
      <MarkTile names={[model.id, model.vendor, name]} size={size} />
      <div className="who-names">
        {onOpen ? (
          <button type="button" className="el who-name" onClick={onOpen}>
            {name}
          </button>
        ) : (
          <span className="el who-name">{name}</span>
        )}
        <span className="who-id t3">
          <span className="m el">{model.id}</span>
          {after}
        </span>
      </div>
    </div>
  )
}
