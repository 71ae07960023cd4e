/** Renders the OpenAPI document as a single HTML page without scripts or external resources. */
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { template } from '../csv/template.ts'
import type { OpenApiDocument, Operation, Parameter, Schema } from './openapi.ts'

type Html = ReturnType<typeof html>

const style = `
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(0.985 0.003 85), oklch(0.19 0.004 75));
  --raised: light-dark(oklch(1 0 0), oklch(0.226 0.005 75));
  --line: light-dark(oklch(0.9 0.005 85), oklch(0.285 0.005 75));
  --ink: light-dark(oklch(0.235 0.012 75), oklch(0.94 0.004 85));
  --muted: light-dark(oklch(0.485 0.012 75), oklch(0.715 0.008 85));
  --accent: light-dark(oklch(0.46 0.145 264), oklch(0.77 0.105 262));
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--surface); color: var(--ink);
  font: 0.875rem/1.4375rem "Inter Variable", Inter, system-ui, sans-serif;
  display: grid; grid-template-columns: 15rem minmax(0, 1fr);
}
a { color: var(--accent); text-decoration: none; }
a:hover, main a { text-decoration: underline; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--raised); padding: 0.25rem 0.5rem; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; }
main { padding: 2rem clamp(1.25rem, 4vw, 3.5rem) 6rem; max-width: 60rem; }
h3 { margin: 0; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.375rem; color: var(--muted); }
article { background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; margin: 0 0 1rem; }
code, pre, .mono { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: 0.8125rem; }
pre { padding: 0.75rem; border: 1px solid var(--line); overflow: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.8125rem; }
th { text-align: left; font-weight: 550; color: var(--muted); }
th, td { padding: 0.3125rem 0.75rem 0.3125rem 0; border-top: 1px solid var(--line); vertical-align: top; }
td, tbody th { overflow-wrap: anywhere; }
tbody th { font-family: "JetBrains Mono", ui-monospace, monospace; color: var(--ink); width: 25%; }
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); columns: 2; }
}
`

/** Allows only the page's own style. */
export const referenceContentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The name of the schema that a reference leads to. */
const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** Describes a type in words, such as `list of Agent`. Names are links. */
function formatType({ $ref, anyOf, items, type, format, ...schema }: Schema): Html | string {
  if ($ref !== undefined) return html`<a href="#schema-${nameIn($ref)}">${nameIn($ref)}</a>`
  if (anyOf) return html`${anyOf.map((option, i) => html`${i > 0 ? ' or ' : ''}${formatType(option)}`)}`
  if (items) return html`list of ${formatType(items)}`
  const words = schema.const === undefined ? (schema['x-extensible-enum'] ?? schema.enum) : [schema.const]
  if (words) return html`${words.map((word, i) => html`${i > 0 ? ' · ' : ''}<code>${String(word)}</code>`)}`
  return format === 'binary' ? 'file' : [type ?? 'anything'].flat().join(' or ')
}

/** Describes the constraints of a value. */
function formatRules({ description, minimum, maximum, maxLength, pattern, format, ...schema }: Schema): string {
  const rules = [
    description,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    format === 'date-time' && 'ISO 8601 time',
    pattern !== undefined && format === undefined && `like ${pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
  return rules.filter(Boolean).join('; ')
}

/** Renders text between backticks as code. */
const formatProse = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`

const renderTable = (columns: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html | string =>
  rows.length === 0
    ? ''
    : html`<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ([first = '', ...rest]) =>
          html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody></table>`

const fieldColumns = ['Name', 'Type', 'Required', 'Rule']
const rowOf = (name: string, schema: Schema, required: boolean) =>
  [name, formatType(schema), required ? 'yes' : 'no', formatRules(schema)] as const

/** The fields of a record, and of the records in it that have no name of their own. */
const fieldRows = ({ properties = {}, required = [] }: Schema, path = ''): ReturnType<typeof rowOf>[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${path}${name}`
    const { items } = schema
    const inner = items ? fieldRows(items, `${field}[].`) : fieldRows(schema, `${field}.`)
    return [rowOf(field, schema, required.includes(name)), ...inner]
  })
const renderFields = (schema: Schema) =>
  schema.properties ? renderTable(fieldColumns, fieldRows(schema)) : html`<p>${formatType(schema)}</p>`

const parameterRow = ({ name, in: place, schema, required }: Parameter) =>
  rowOf(place === 'path' ? name : `${name} (${place})`, schema, required)

function renderBody(title: string, content: Operation['responses'][string]['content'] | undefined): Html | string {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  return media === undefined ? '' : html`<h4>${title}, as <code>${type}</code></h4>${renderFields(media.schema)}`
}

function renderOperation(path: string, method: string, operation: Operation): Html {
  const { operationId, summary, parameters, requestBody, responses, description } = operation
  const errors = Object.entries(responses).filter(([status]) => status !== '200')
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}" class="mono">${method.toUpperCase()} ${path}</a></h3>
    <p>${formatProse(summary)}</p><p>${description} Tier ${operation['x-tier']}.</p>
    ${parameters.length > 0 ? html`<h4>Parameters</h4>${renderTable(fieldColumns, parameters.map(parameterRow))}` : ''}
    ${renderBody('Body', requestBody?.content)}
    ${renderBody('Answer', responses[200]?.content)}
    <h4>Errors</h4>${renderTable(
      ['Status', 'Meaning'],
      errors.map(([status, error]) => [status, formatProse(error.description)]),
    )}
  </article>`
}

/**
 * Renders the page.
 *
 * @param document the OpenAPI document
 * @returns HTML; send it with `referenceContentPolicy`
 */
export async function renderReferencePage(document: OpenApiDocument): Promise<string> {
  const { info, tags, paths, webhooks, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const chapters = tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: reference</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Contents">
  ${chapters.map(
    ({ name, operations }) =>
      html`<p>${name}</p><ul>${operations.map(
        ({ operation: { operationId } }) => html`<li><a href="#${operationId}">${operationId}</a></li>`,
      )}</ul>`,
  )}
  <p>More</p>
  <ul>${['Webhooks', 'Words', 'Sentinels', 'Schemas'].map((name) => html`<li><a href="#${name}">${name}</a></li>`)}</ul>
</nav>
<main id="content">
  <strong>SIMULATION</strong>
  <h1>${info.title}</h1>
  <p>${info.summary} Also available as an OpenAPI document: <a href="/openapi.json">openapi.json</a></p>
  ${info.description.split('\n\n').map((paragraph) => html`<p>${formatProse(paragraph)}</p>`)}
  <p>A file of recipients:</p>
  <pre tabindex="0">${template}</pre>
  ${chapters.map(
    ({ name, operations }) =>
      html`<h2>${name}</h2>${operations.map(({ path, method, operation }) => renderOperation(path, method, operation))}`,
  )}
  <h2 id="Webhooks">Webhooks</h2>
  ${Object.values(webhooks).map(
    ({ post }) => html`<article><h3 class="mono">${post.operationId}</h3><p>${post.summary}</p>
      ${renderTable(fieldColumns, post.parameters.map(parameterRow))}${renderBody('Body', post.requestBody.content)}</article>`,
  )}
  <h2 id="Words">Words</h2>
  <p>The words of other fields stand at the fields.</p>
  <article><h3>Codes of errors</h3>${renderTable(['Code', 'Meaning'], Object.entries(document['x-error-codes']))}</article>
  <article><h3>Outcomes of calls</h3><p>${document['x-outcomes'].join(' · ')}</p></article>
  <h2 id="Sentinels">Simulating failures</h2>
  <p>Texts, numbers and keys that produce every outcome, error and network failure.</p>
  ${document['x-sentinels'].map(
    ({ title, note, rows }) => html`<article><h3>${title}</h3><p>${note}</p>
      ${renderTable(
        ['Send', 'Effect'],
        rows.map(({ put, means }) => [put, means]),
      )}</article>`,
  )}
  <h2 id="Schemas">Schemas</h2>
  ${Object.entries(components.schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${renderFields(schema)}</article>`)}
</main>
</body>
</html>`
  return String(await page)
}
