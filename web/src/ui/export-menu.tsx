import { Download } from 'lucide-react'
import { useAct } from '../lib/use-act.ts'
import { Button, type ButtonProps } from './button.tsx'
import { copyAloud } from './copy-aloud.ts'
import { Icon } from './icon.tsx'
import { Menu, type MenuItem } from './menu.tsx'

type Format = 'csv' | 'json'

/** How something that is listed is taken out. */
export type Export = {
  words: { name: string; failed: string; retry: string } & Record<Format, string>
  /** Takes the file out; throws why it failed. */
  save: (format: Format) => Promise<void>
  /** Writes the table that is seen; `write` is undefined while there is nothing in it. Absent where nothing is drawn as one. */
  markdown?: { copy: string; copied: string; write: (() => string) | undefined }
}

/** How the button looks; in the head of a page unless said otherwise. */
type Looks = Pick<ButtonProps, 'kind' | 'small' | 'className'>

/** Takes out what is listed in the format that is chosen, or copies the table that is seen. */
export function ExportMenu({ className = 'keep', kind, small, ...taken }: Export & Looks) {
  const { name } = taken.words
  const { busy, items } = useExport(taken)
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} {...{ kind, small, className, busy }} data-export aria-label={name}>
          <Icon of={Download} small />
          <span className="hide">{name}</span>
        </Button>
      )}
    />
  )
}

/** The lines of that menu, for another one that has them too; `busy` while a file is on its way. */
export function useExport({ words, save, markdown }: Export): { busy: boolean; items: MenuItem[] } {
  const { busy, act } = useAct(words)
  const files: MenuItem[] = (['csv', 'json'] as const).map((format) => ({
    label: words[format],
    onSelect: () => void act(() => save(format)),
  }))
  if (markdown === undefined) return { busy, items: files }
  const { copy, copied, write } = markdown
  const copying = () => void (write && copyAloud(write(), copied))
  return { busy, items: [...files, 'rule', { label: copy, disabled: write === undefined, onSelect: copying }] }
}
