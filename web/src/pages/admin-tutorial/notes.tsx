import { useQuery } from '@tanstack/react-query'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/code.tsx'
import { CodeWords } from '../../ui/code-words.tsx'
import { StreamProbe } from './stream-probe.tsx'

// Without connections that are kept each request opens one, and costs the gateway three times as much.
const NGINX = `# http { … }
upstream yumen {
  server 127.0.0.1:3000;
  keepalive 64;
}
map $http_upgrade $connection_upgrade {
  default upgrade;
  '' '';
}

# server { … }
location / {
  proxy_pass http://yumen;
  proxy_http_version 1.1;
  proxy_buffering off;
  proxy_request_buffering off;
  proxy_read_timeout 900s;
  proxy_send_timeout 900s;
  client_max_body_size 2g;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
}`

const CADDY = `yumen.example.com {
  reverse_proxy 127.0.0.1:3000 {
    flush_interval -1
    transport http {
      read_timeout 900s
    }
  }
}`

const BACKUP = 'npm run yumen -- backup yumen-backup.db'
const RESTORE = 'npm run yumen -- restore yumen-backup.db'

const ERRORS = ['401', '404', '429', '502', '503'] as const

/** How the gateway is kept running. */
export function Notes() {
  const t = useTexts('onboarding')
  return (
    <Card className="ob-card ob-notes" aria-label={t('notes.title')}>
      <h2>{t('notes.title')}</h2>
      <section className="col">
        <h3>{t('notes.backup')}</h3>
        <LastBackup />
        <p className="t2">
          <CodeWords text={t('notes.backup_text')} />
        </p>
        <Code code={BACKUP} language="sh" title={t('notes.backup_do')} />
        <Code code={RESTORE} language="sh" title={t('notes.restore_do')} />
      </section>
      <section className="col">
        <h3>{t('notes.upgrade')}</h3>
        <p className="t2">
          <CodeWords text={t('notes.upgrade_text')} />
        </p>
      </section>
      <section className="col">
        <h3>{t('notes.proxy')}</h3>
        <p className="t2">
          <CodeWords text={t('notes.proxy_text')} />
        </p>
        <Code code={NGINX} language="plain" title="nginx.conf" />
        <Code code={CADDY} language="plain" title="Caddyfile" />
        <StreamProbe />
      </section>
      <section className="col">
        <h3>{t('notes.errors')}</h3>
        <dl className="ob-errors">
          {ERRORS.map((code) => (
            <div key={code}>
              <dt className="n b">{code}</dt>
              <dd>{t(`why.${code}`)}</dd>
              <dd className="t2">{t(`fix.${code}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  )
}

/** When the database was last taken from the console. Backups by the command line are written down nowhere, so the words say which are meant. */
function LastBackup() {
  const t = useTexts('onboarding')
  const { when, whenExact } = useFormat()
  const query = { action: ['backup.made'], outcome: ['done' as const], limit: 1 }
  const { data } = useQuery(ask(adminListAudit, { query }))
  if (data === undefined) return null
  const [last] = data.items
  if (last === undefined) return <p className="warn">{t('notes.backup_never')}</p>
  return (
    <p className="n" title={whenExact(last.at)}>
      {t('notes.backup_last', { when: when(last.at) })}
    </p>
  )
}
