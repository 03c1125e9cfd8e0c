import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { namesIn } from '../../lib/names-in.ts'
import type { FieldWiring } from '../field.tsx'
import { TagsInput } from '../tags-input.tsx'

type Props = { draft: string; onChange: (draft: string) => void; wiring: FieldWiring }

/** A list of names, each taken in with Enter or when the line is left. */
export function NamesField({ draft, onChange, wiring }: Props) {
  const t = useTexts('config')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const names = namesIn(draft)
  const put = (list: readonly string[]) => onChange([...new Set(list.map((name) => name.toLowerCase()))].join('\n'))
  const take = () => {
    if (text.trim() !== '') put([...names, ...namesIn(text)])
    setText('')
  }
  return (
    <TagsInput
      {...wiring}
      className="sys-wide"
      tags={names}
      onTags={put}
      removeLabel={(name) => t('names.remove', { name })}
      text={text}
      onText={setText}
      onEnter={take}
      onBlur={take}
      field={field}
      spellCheck={false}
      placeholder={t('names.add')}
    />
  )
}
