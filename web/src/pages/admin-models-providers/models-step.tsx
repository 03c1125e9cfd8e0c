import { Plus, SearchX, TriangleAlert } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { PickRow } from './pick-row.tsx'
import type { Pick } from './picks.ts'
import { chosen, pickFaults, searchPicks, unpricedPicks } from './picks.ts'
import type { Wizard, WizardAction } from './wizard.ts'

const SHOWN = 200

type Props = { wizard: Wizard; catalogue: readonly Model[]; dispatch: (action: WizardAction) => void; blamed: boolean }

/** Step three: which of the upstream's models are used, under which names, and what the unpriced ones cost. */
export function ModelsStep({ wizard, catalogue, dispatch, blamed }: Props) {
  const t = useTexts('providers')
  const [query, setQuery] = useState('')
  const { picks, test } = wizard
  const found = searchPicks(picks, query)
  const faults = pickFaults(picks)
  const unpriced = unpricedPicks(picks).length
  return (
    <>
      {picks.length === 0 ? (
        <Note tone="info">
          <span>
            <b>{t(test.state === 'answered' ? 'picks.foundNone' : 'picks.untested')}</b>{' '}
            {t(test.state === 'answered' ? 'picks.foundNoneText' : 'picks.untestedText')}
          </span>
        </Note>
      ) : (
        <PicksHead {...{ picks, found, query, setQuery, dispatch }} />
      )}
      <AddModel onAdd={(name) => dispatch({ type: 'add', name, catalogue })} />
      {picks.length > 0 && found.length === 0 && (
        <Empty icon={SearchX} title={t('picks.nothing', { query: query.trim() })} />
      )}
      {found.length > 0 && (
        <ul className="rounded-card border border-line">
          <li
            aria-hidden="true"
            className="t3 hide border-b border-line px-3 py-1.5 desk:grid desk:grid-cols-[16px_minmax(0,1fr)_230px_26px] desk:gap-x-3"
          >
            <span className="col-start-2">{t('picks.upstream')}</span>
            <span className="pl-2.5">{t('picks.name')}</span>
          </li>
          {found.slice(0, SHOWN).map((pick) => (
            <PickRow
              key={pick.upstream}
              {...{ pick, catalogue, dispatch }}
              fault={blamed || pick.model !== '' ? faults.get(pick.upstream) : undefined}
            />
          ))}
        </ul>
      )}
      {found.length > SHOWN && <p className="t3">{t('picks.more', { shown: SHOWN, total: found.length })}</p>}
      <p className="t3">{t('picks.nameHint')}</p>
      {unpriced > 0 && (
        <Note tone="warn">
          <span role="status">{t('picks.unpricedNote', { count: unpriced })}</span>
        </Note>
      )}
      {chosen(picks).length === 0 && (
        <Note tone="warn" icon={TriangleAlert}>
          {t('picks.noneChosen')}
        </Note>
      )}
    </>
  )
}

type HeadProps = {
  picks: readonly Pick[]
  found: readonly Pick[]
  query: string
  setQuery: (query: string) => void
  dispatch: (action: WizardAction) => void
}

function PicksHead({ picks, found, query, setQuery, dispatch }: HeadProps) {
  const t = useTexts('providers')
  const taken = found.filter((pick) => pick.taken).length
  const all = taken === found.length
  return (
    <div className="row wrap gap12">
      <label className="row">
        <Checkbox
          checked={taken === 0 ? false : all ? true : 'mixed'}
          disabled={found.length === 0}
          onChange={() => dispatch({ type: 'take', upstreams: found.map(({ upstream }) => upstream), taken: !all })}
        />
        {t(query.trim() === '' ? 'picks.selectAll' : 'picks.selectAllShown')}
      </label>
      <span className="t3 n" role="status">
        {t('picks.found', { count: picks.length })} · {t('picks.chosen', { count: chosen(picks).length })}
      </span>
      <span className="sp" />
      <SearchField value={query} onChange={setQuery} label={t('picks.search')} />
    </div>
  )
}

function AddModel({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useTexts('providers')
  const [name, setName] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    // The drawer's own form is further up in React's tree and must not take this for its own.
    event.stopPropagation()
    onAdd(name)
    setName('')
  }
  return (
    <form className="row" onSubmit={add}>
      <span className="in m">
        <input
          value={name}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('picks.addLabel')}
          placeholder={t('picks.addPlaceholder')}
          onChange={(event) => setName(event.target.value)}
        />
      </span>
      <Button type="submit" disabled={name.trim() === ''}>
        <Icon of={Plus} small />
        {t('picks.add')}
      </Button>
    </form>
  )
}
