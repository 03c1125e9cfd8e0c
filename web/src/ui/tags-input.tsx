import { X } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent, RefObject } from 'react'
import { Icon } from './icon.tsx'
import { isComposing } from '../lib/single-key.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'ref' | 'value' | 'onChange'> & {
  tags: readonly string[]
  onTags: (tags: string[]) => void
  removeLabel: (tag: string) => string
  /** What a tag is called, where that is not what it is. */
  nameOf?: (tag: string) => string
  /** What is being typed, and what is done with it at Enter. */
  text: string
  onText: (text: string) => void
  onEnter: () => void
  field: RefObject<HTMLInputElement | null>
  className?: string
}

/** A line to type in, before which stands what was taken out of it, each with the way to take it off; Backspace takes off the last one. */
export function TagsInput(props: Props) {
  const { tags, onTags, removeLabel, nameOf, text, onText, onEnter, field, className = '', ...input } = props
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      onEnter()
    }
    if (event.key === 'Backspace' && text === '') onTags(tags.slice(0, -1))
  }
  return (
    <span className={`in many ${input['aria-invalid'] ? 'bad' : ''} ${className}`}>
      {tags.map((tag) => (
        <span key={tag} className="tag">
          <span className="el">{nameOf?.(tag) ?? tag}</span>
          <button
            type="button"
            aria-label={removeLabel(tag)}
            onClick={({ detail }) => {
              onTags(tags.filter((other) => other !== tag))
              // What was pressed is gone then. By the keyboard alone: a finger would call up the one on the screen.
              if (detail === 0) field.current?.focus()
            }}
          >
            <Icon of={X} small />
          </button>
        </span>
      ))}
      <input
        autoComplete="off"
        {...input}
        ref={field}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
