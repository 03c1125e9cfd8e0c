import { Plus } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import type { FieldWiring } from './field.tsx'
import { Icon } from './icon.tsx'
import { MarkTile } from './mark-tile.tsx'
import { TagsInput } from './tags-input.tsx'

const OFFERED = 6

/** What can be picked; what it is marked by is its id where nothing else is said. */
type Pickable = { id: string; name: string; marks?: readonly string[] }

type Props = {
  known: readonly Pickable[]
  /** Ids; one that is not known is shown as it is, so that it can be taken off. */
  chosen: readonly string[]
  onChoose: (list: string[]) => void
  words: {
    search: string
    unknown: string
    remove: (name: string) => string
    more: (count: number) => string
  }
  wiring: FieldWiring
}

/** Some out of many by name: those that are taken as tags, the next ones to be pressed or typed. */
export function TagPicker({ known, chosen, onChoose, words, wiring }: Props) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const typed = text.trim().toLowerCase()
  const nameOf = (id: string) => known.find((one) => one.id === id)?.name ?? id
  const open = known.filter(({ id, name }) => !chosen.includes(id) && name.toLowerCase().includes(typed))
  const add = (id: string) => {
    onChoose([...chosen, id])
    setText('')
  }
  // What was pressed is gone then. By the keyboard alone: a finger would call up the one on the screen.
  const goOn = ({ detail }: MouseEvent) => detail === 0 && input.current?.focus()
  const onEnter = () => {
    const first = open[0]
    if (typed !== '' && first !== undefined) add(first.id)
  }
  return (
    <>
      <TagsInput
        {...wiring}
        tags={chosen}
        onTags={onChoose}
        nameOf={nameOf}
        removeLabel={(id) => words.remove(nameOf(id))}
        text={text}
        onText={setText}
        onEnter={onEnter}
        field={input}
        aria-label={words.search}
        placeholder={words.search}
      />
      <span className="row wrap" style={{ gap: 6 }}>
        {open.slice(0, OFFERED).map(({ id, name, marks = [id] }) => (
          <button
            key={id}
            type="button"
            className="chip dash"
            onClick={(event) => {
              add(id)
              goOn(event)
            }}
          >
            <Icon of={Plus} small />
            <MarkTile names={marks} size={14} bare />
            {name}
          </button>
        ))}
        {open.length > OFFERED && <span className="t3">{words.more(open.length - OFFERED)}</span>}
        {open.length === 0 && typed !== '' && <span className="t3">{words.unknown}</span>}
      </span>
    </>
  )
}
