import { FileUp } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { csvText } from '../lib/csv-text.ts'
import { saveCsv } from '../lib/save-file.ts'
import { Button, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import { TextArea } from './text-area.tsx'

type Props = {
  words: { file: string; sample: string; text: string; hint: string }
  sample: { name: string; csv: string }
  rows: number
  csv: string
  onChange: (text: string) => void
}

/** Where a table comes from: a file, or what is typed; with a sample to begin with. */
export function CsvSource({ words, sample, rows, csv, onChange }: Props) {
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, or choosing the same file again, once it is mended, would say nothing.
    event.target.value = ''
    if (file) onChange(await csvText(file))
  }
  return (
    <>
      <div className="row wrap">
        <label
          className={buttonClass({ className: 'cursor-pointer focus-within:outline-2 focus-within:outline-accent' })}
        >
          <Icon of={FileUp} small />
          {words.file}
          <input type="file" accept=".csv,text/csv" className="vh" onChange={(event) => void read(event)} />
        </label>
        <Button kind="ghost" onClick={() => saveCsv(sample.name, sample.csv)}>
          {words.sample}
        </Button>
      </div>
      <TextArea
        label={words.text}
        rows={rows}
        className="m"
        spellCheck={false}
        placeholder={sample.csv}
        hint={words.hint}
        value={csv}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
