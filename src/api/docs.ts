import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Who } from '../contract/endpoint.ts'
import type { Deps } from './deps.ts'
import { type JsonSchema, type Operation, operations, tagOf } from './openapi.ts'

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const WHO: Record<Who, string> = { anyone: 'Anyone', user: 'Signed-in users', admin: 'Administrators' }

/** The API reference as one plain page: no script, no style of its own, so that every content policy lets it through. */
export function apiDocs(site: Deps['site']): Markup {
  const groups = Map.groupBy(operations(), ({ endpoint }) => tagOf(endpoint))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${site.name} console API</title>
      </head>
      <body>
        <main>
          <h1>${site.name} console API</h1>
          <p>
            Version ${site.version}. Send the access token of a sign-in as <code>Authorization: Bearer</code>. The same
            as <a href="/api/openapi.json">OpenAPI 3.1</a>.
          </p>
          <nav>
            <ul>
              ${[...groups.keys()].map((tag) => html`<li><a href="#${tag}">${tag}</a></li>`)}
            </ul>
          </nav>
          ${[...groups].map(([tag, group]) => section(tag, group))}
        </main>
      </body>
    </html>`
}

function section(tag: string, group: readonly Operation[]): Markup {
  return html`<section id="${tag}">
    <h2>${tag}</h2>
    ${group.map(article)}
  </section>`
}

function article({ name, endpoint, parameters, body, answer }: Operation): Markup {
  return html`<article id="${name}">
    <h3><code>${endpoint.method} ${endpoint.path}</code></h3>
    <p>${endpoint.summary} ${WHO[endpoint.who]}.</p>
    ${parameters.length > 0 ? parameterTable(parameters) : ''} ${schema('Body', body)}
    ${schema(`Answer ${endpoint.status ?? 200}`, answer)}
  </article>`
}

function parameterTable(parameters: Operation['parameters']): Markup {
  const rows = parameters.map(
    (one) =>
      html`<tr>
        <td><code>${one.name}</code></td>
        <td>${one.in}</td>
        <td>${one.required ? 'required' : 'optional'}</td>
        <td><code>${JSON.stringify(one.schema)}</code></td>
      </tr>`,
  )
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">In</th>
        <th scope="col">Needed</th>
        <th scope="col">Schema</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function schema(title: string, value: JsonSchema | null): Markup | string {
  if (value === null) return ''
  const text = JSON.stringify(value, null, 2)
  return html`<details>
    <summary>${title}</summary>
    ${raw('<pre>')}${text}${raw('</pre>')}
  </details>`
}
