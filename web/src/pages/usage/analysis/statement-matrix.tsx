import { useState } from 'react'
import type { Statement } from '../../../../../src/contract/statement.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { usdDigits } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Table } from '../../../ui/table.tsx'
import { useValueName } from '../value-name.ts'
import { MATRIX_FIGURES, type MatrixFigure, matrixOf } from './statement-groups.ts'
import './statement-matrix.css'

/** Users by models, one figure at a time, with the totals of both. */
export function StatementMatrix({ statement }: { statement: Statement }) {
  const t = useTexts('analysis')
  const charts = useTexts('charts')
  const valueName = useValueName()
  const [figure, setFigure] = useState<MatrixFigure>('charged')
  const { models, hasOthers, lines, total } = matrixOf(statement, figure)
  const digits = usdDigits(lines.map((line) => line.total))
  const amounts = ({ cells, others, total: all }: Omit<(typeof lines)[number], 'id' | 'name'>) =>
    [...cells, ...(hasOthers ? [others] : []), all].map((amount, n) => (
      <Amount key={models[n] ?? `after ${n}`} amount={amount} digits={digits} />
    ))
  return (
    <>
      <div className="px-4 pb-3">
        <Segmented
          label={t('statement.figure')}
          value={figure}
          options={MATRIX_FIGURES.map((value) => ({ value, label: t(`statement.${value}`) }))}
          onChange={setFigure}
        />
      </div>
      <Table label={t('statement.form_matrix')} className="sm-table">
        <thead>
          <tr>
            <th scope="col">{t('statement.form_user')}</th>
            {models.map((model) => (
              <th key={model} scope="col" className="r">
                {valueName('model', model, model)}
              </th>
            ))}
            {hasOthers && (
              <th scope="col" className="r">
                {charts('others')}
              </th>
            )}
            <th scope="col" className="r">
              {t('reconcile.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row" className="text-text!">
                {valueName('user', line.id, line.name)}
              </th>
              {amounts(line)}
            </tr>
          ))}
          <tr className="tot">
            <td>{t('reconcile.total')}</td>
            {amounts(total)}
          </tr>
        </tbody>
      </Table>
    </>
  )
}

function Amount({ amount, digits }: { amount: string | null; digits: 2 | 4 }) {
  const format = useFormat()
  if (amount === null) return <td className="r t3">{format.NONE}</td>
  return (
    <td className={amount.startsWith('-') ? 'r err' : 'r'} title={format.usdExact(amount)}>
      {format.usd(amount, digits)}
    </td>
  )
}
