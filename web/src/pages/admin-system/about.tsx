import { useQuery } from '@tanstack/react-query'
import { adminGetSystem, type SystemView } from '../../../../src/contract/system.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Dot } from '../../ui/dot.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { bytes } from '../../lib/bytes.ts'

const PAUSE_MS = 15_000

/** Which version runs since when, how each part is, and what the gateway does by itself. */
export function About() {
  const t = useTexts('config')
  const query = useQuery({ ...ask(adminGetSystem), refetchInterval: PAUSE_MS })
  return (
    <>
      <Card className="relative">
        <CardHead title={t('section.about')} remark={t('remark.about')} />
        <Block query={query} bones={<TableSkeleton rows={5} />}>
          {(system) => <Facts system={system} />}
        </Block>
      </Card>
      {query.data !== undefined && <Jobs jobs={query.data.jobs} />}
    </>
  )
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

function Facts({ system }: { system: SystemView }) {
  const t = useTexts('config')
  const { exact, relative, whenExact } = useFormat()
  const { database, journal, memory, disk } = system
  const facts = [
    ['version', `${system.version} · ${system.build_id}`],
    ['started', `${relative(system.started_at)} · ${whenExact(system.started_at)}`],
    ['node', system.node],
    ['database', `${ENGINES[database.engine]} ${database.version} · ${bytes(database.size)}`],
    [
      'journal',
      `${t(journal.ready ? 'about.ready' : 'about.not_ready')} · ${bytes(journal.size)} / ${bytes(journal.most)}`,
    ],
    ['memory', t('about.memory_is', { rss: bytes(memory.rss), heap: bytes(memory.heap) })],
    ['disk', t('about.disk_is', { free: bytes(disk.free), total: bytes(disk.total) })],
    ['requests', exact(system.open_requests)],
  ] as const
  return (
    <dl className="sys-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="t2">{t(`about.${name}`)}</dt>
          <dd className={`n ${name === 'journal' && !journal.ready ? 'err' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type JobView = SystemView['jobs'][number]

function Jobs({ jobs }: { jobs: readonly JobView[] }) {
  const t = useTexts('config')
  return (
    <Card flush>
      <CardHead title={t('jobs.title')} remark={t('jobs.remark')} />
      <ByWidth
        table={
          <Table label={t('jobs.title')}>
            <thead>
              <tr>
                <th scope="col">{t('jobs.name')}</th>
                <th scope="col">{t('jobs.state')}</th>
                <th scope="col">{t('jobs.last')}</th>
                <th scope="col" className="r">
                  {t('jobs.took')}
                </th>
                <th scope="col">{t('jobs.next')}</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <JobRow key={job.name} job={job} />
              ))}
            </tbody>
          </Table>
        }
        cards={
          <ul aria-label={t('jobs.title')}>
            {jobs.map((job) => (
              <JobCard key={job.name} job={job} />
            ))}
          </ul>
        }
      />
    </Card>
  )
}

function JobRow({ job }: { job: JobView }) {
  const t = useTexts('config')
  const { duration, when, whenExact } = useFormat()
  const { name, last, next_at: next } = job
  return (
    <tr>
      <td>{t(`jobs.of.${name}`)}</td>
      <td>
        <JobState job={job} />
      </td>
      <td className="n" {...(last && { title: whenExact(last.at) })}>
        {when(last?.at ?? null)}
      </td>
      <td className="r">{duration(last?.ms ?? null)}</td>
      <td className="n" title={whenExact(next)}>
        {when(next)}
      </td>
    </tr>
  )
}

function JobCard({ job }: { job: JobView }) {
  const t = useTexts('config')
  const { duration, when } = useFormat()
  const { name, last, next_at: next } = job
  const facts = [
    ['last', when(last?.at ?? null)],
    ['took', duration(last?.ms ?? null)],
    ['next', when(next)],
  ] as const
  return (
    <li className="rowcard">
      <div className="row">
        <b className="el font-semibold">{t(`jobs.of.${name}`)}</b>
        <span className="sp" />
        <JobState job={job} />
      </div>
      <dl className="flex justify-between gap-3">
        {facts.map(([fact, value]) => (
          <div key={fact} className="min-w-0">
            <dt className="t3 el">{t(`jobs.${fact}`)}</dt>
            <dd className="n el m-0 text-cell">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function JobState({ job: { running, last } }: { job: JobView }) {
  const t = useTexts('config')
  const [tone, word] = running
    ? (['info', 'running'] as const)
    : last === null
      ? (['none', 'never'] as const)
      : last.ok
        ? (['ok', 'fine'] as const)
        : (['err', 'failed'] as const)
  const report = Object.entries(last?.report ?? {}).map(([what, figure]) => `${what} ${String(figure)}`)
  return (
    <span className="row gap4" title={report.join(' · ')}>
      <Dot tone={tone} />
      {t(`jobs.${word}`)}
    </span>
  )
}
