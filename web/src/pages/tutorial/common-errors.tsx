import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { CodeWords } from '../../ui/code-words.tsx'
import { Status } from '../../ui/status.tsx'
import { ERROR_PLACES, ERROR_ROWS } from './error-rows.ts'
import './common-errors.css'

/** What clients say when something is wrong, why, and what to do. */
export function CommonErrors() {
  const t = useTexts('tutorial')
  return (
    <Card flush className="tu-errors" aria-label={t('errors.title')}>
      <CardHead title={t('errors.title')} remark={t('errors.remark')} />
      <div className="heads t3 hide" aria-hidden="true">
        <span>{t('errors.head.code')}</span>
        <span className="m">{t('errors.head.seen')}</span>
        <span>{t('errors.head.why')}</span>
        <span>{t('errors.head.fix')}</span>
      </div>
      <ul>
        {ERROR_ROWS.map(({ id, code, state, seen, place }) => (
          <li key={id}>
            <b className="n">{state === undefined ? code : <Status state={state}>{code}</Status>}</b>
            <span className="m">{seen}</span>
            <span>
              <CodeWords text={t(`errors.why.${id}`)} />
            </span>
            <span>
              <CodeWords text={t(`fix.${id}`)} />
            </span>
            {place !== undefined && (
              <Link to={ERROR_PLACES[place]} className="link nw">
                {t(`errors.go.${place}`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
