/** Renders the OpenAPI document as a single HTML page without scripts or external resources. */
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { csvLimits, e164Pattern } from '#contract/index.ts'
import { statusMeanings } from './errors.ts'
import { exampleFile } from './examples.ts'
import { nameIn } from './openapi-schemas.ts'
import type { Content, MediaType, OpenApiDocument, Operation, Parameter, Schema } from './openapi-types.ts'
import { style } from './reference-style.ts'

type Html = ReturnType<typeof html>

/** Allows only the page's own style. */
export const referenceContentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const linkTo = (name: string) => html`<a href="#schema-${name}">${name}</a>`

/** Describes a type in words, such as `list of Agent`. Names are links. */
function formatType(schema: Schema): Html | string {
  if (schema.$ref) return linkTo(nameIn(schema.$ref))
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`
  if (schema.enum)
    return html`${schema.enum.map((value, i) => html`${i > 0 ? ' · ' : ''}<code>${String(value)}</code>`)}`
  if (schema.anyOf) return html`${schema.anyOf.map((option, i) => html`${i > 0 ? ' or ' : ''}${formatType(option)}`)}`
  if (schema.format === 'binary') return 'file'
  const types = [schema.type ?? 'anything'].flat()
  if (types.includes('array') && schema.items) return html`list of ${formatType(schema.items)}`
  return types.join(' or ')
}

/** Describes the constraints of a value. */
function formatRules(schema: Schema): string {
  const { pattern, format, minimum, maximum, minLength, maxLength, default: defaultValue, description = '' } = schema
  const upperLimit = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  return [
    description.replace(/\.$/, ''),
    minimum === undefined ? '' : upperLimit === undefined ? `from ${minimum}` : `${minimum} to ${upperLimit}`,
    minimum === undefined && upperLimit !== undefined ? `at most ${upperLimit}` : '',
    minLength ? 'not blank' : '',
    maxLength ? `at most ${maxLength} characters` : '',
    format === 'date-time' ? 'ISO 8601 time' : '',
    // The description says what E.164 is.
    pattern && pattern !== e164Pattern.source ? `like ${pattern}` : '',
    defaultValue === undefined ? '' : `default ${JSON.stringify(defaultValue)}`,
  ]
    .filter((rule) => rule !== '')
    .join('; ')
}

/** Renders text between backticks as code. */
const formatProse = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`

interface Row {
  name: string
  schema: Schema
  required: boolean
}

/** The fields of a record. */
const fieldsOf = ({ properties = {}, required = [] }: Schema): Row[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))

function renderTable(rows: readonly Row[]): Html | string {
  if (rows.length === 0) return ''
  return html`<div class="wide"><table>
    <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Rule</th></tr></thead>
    <tbody>${rows.map(
      ({ name, schema, required }) =>
        html`<tr><th scope="row">${name}</th><td>${formatType(schema)}</td><td class="need">${
          required ? 'yes' : 'no'
        }</td><td>${formatProse(formatRules(schema))}</td></tr>`,
    )}</tbody></table></div>`
}

const parameterRow = ({ name, in: place, schema, required, description }: Parameter): Row => ({
  name: `${name}${place === 'path' ? '' : ` (${place})`}`,
  schema: { description, ...schema },
  required,
})

const renderJson = (value: unknown): Html => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`

const examplesIn = ({ example, examples }: MediaType): { summary: string; value: unknown }[] =>
  examples !== undefined
    ? Object.values(examples)
    : example === undefined
      ? []
      : [{ summary: 'Example', value: example }]

const renderExample = ({ summary, value }: { summary: string; value: unknown }): Html =>
  html`<h5>${summary}</h5>${typeof value === 'string' ? html`<pre tabindex="0">${value}</pre>` : renderJson(value)}`

/** Renders a request or answer body: its type, its fields if it has no name of its own, and its examples. */
function renderBody(title: string, { content }: Content): Html {
  const [type, media] = Object.entries(content)[0] as [string, MediaType]
  const { schema } = media
  return html`<h4>${title}</h4><p>${schema.properties ? 'Fields' : formatType(schema)}, as <code>${type}</code></p>${renderTable(
    fieldsOf(schema),
  )}${examplesIn(media).map(renderExample)}`
}

/** An example request for the terminal. */
function curlCommand(method: string, path: string, { parameters, requestBody }: Operation): string {
  const headers = [
    'x-api-key: $KEY',
    ...parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => `${name}: $WORKSPACE`),
  ]
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example),
  )
  const parts = Object.entries(media?.schema.properties ?? {}).flatMap(([name, { examples }]) =>
    name !== 'file' && media?.schema.required?.includes(name) ? [`  -F ${name}=${String(examples?.[0])}`] : [],
  )
  const json = media === undefined ? undefined : examplesIn(media)[0]?.value
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$SERVICE${address}"`,
    ...headers.map((header) => `  -H "${header}"`),
    ...(type === 'application/json'
      ? ['  -H "content-type: application/json"', `  -d '${JSON.stringify(json).replaceAll("'", "'\\''")}'`]
      : []),
    ...(type === 'multipart/form-data' ? ['  -F file=@recipients.csv', ...parts] : []),
  ]
  return lines.join(' \\\n')
}

/** Renders the errors of an endpoint: each with its form, its codes and its examples. */
function renderErrors(responses: Operation['responses']): Html {
  const errors = Object.entries(responses).filter(([status]) => status !== '200')
  return html`<h4>Errors</h4><div class="wide"><table>
    <thead><tr><th scope="col">Status</th><th scope="col">Form</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${errors.map(
      ([status, { description, content = {} }]) =>
        html`<tr><th scope="row">${status}</th><td>${Object.values(content).map(({ schema }) => formatType(schema))}</td><td>${formatProse(
          description,
        )}</td></tr>`,
    )}</tbody></table></div>`
}

const headerNotes = (responses: Operation['responses']) =>
  responses[200]?.headers?.link
    ? html`<p>The headers <code>x-total-count</code> and <code>link</code> say how many records there are, and where the next page is.</p>`
    : ''

function renderOperation(path: string, method: string, operation: Operation): Html {
  const { operationId, summary, parameters, requestBody, responses, description } = operation
  const answer = responses[200]
  return html`<article id="${operationId}">
    <h3><a class="anchor" href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span><span class="mono">${path}</span></a></h3>
    <p>${formatProse(summary)}</p>
    <div class="facts"><span class="mono">${operationId}</span><span>${description}</span><span>Tier ${operation['x-tier']}</span>${
      operation['x-extension'] ? html`<span class="badge">Extension: ${operation['x-extension']}</span>` : ''
    }</div>
    ${parameters.length > 0 ? html`<h4>Parameters</h4>${renderTable(parameters.map(parameterRow))}` : ''}
    <h4>Request</h4>
    <pre tabindex="0">${curlCommand(method, path, operation)}</pre>
    ${requestBody ? renderBody('Body', requestBody) : ''}
    ${answer?.content ? renderBody('Answer', { content: answer.content }) : ''}
    ${headerNotes(responses)}
    ${renderErrors(responses)}
  </article>`
}

/** Renders a list of words with their meanings, or the fields of a record. */
function renderSchema(name: string, schema: Schema): Html {
  const { description = '', 'x-enumDescriptions': meanings } = schema
  return html`<article id="schema-${name}"><h3><a class="anchor" href="#schema-${name}">${name}</a></h3><p>${formatProse(description)}</p>${
    meanings !== undefined
      ? html`<div class="wide"><table><thead><tr><th scope="col">Word</th><th scope="col">Meaning</th></tr></thead><tbody>${Object.entries(
          meanings,
        ).map(
          ([word, meaning]) => html`<tr><th scope="row">${word}</th><td>${formatProse(meaning)}</td></tr>`,
        )}</tbody></table></div>`
      : schema.properties
        ? renderTable(fieldsOf(schema))
        : html`<p>${formatType(schema)}</p>`
  }</article>`
}

const isWordList = (schema: Schema) => schema['x-enumDescriptions'] !== undefined

/** How a receiver checks an event, for the terminal. */
const signatureCommand = 'openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" body.json'

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
  const events = Object.entries(webhooks)
  const chapters = tags.map(({ name }) => ({
    name,
    id: name.toLowerCase().replaceAll(' ', '-'),
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const named = Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b))
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
  <p>${info.title}</p>
  <ul><li><a href="#start">Start</a></li><li><a href="#files">Files</a></li><li><a href="#errors">Errors</a></li></ul>
  ${chapters.map(
    ({ name, operations }) =>
      html`<p>${name}</p><ul>${operations.map(
        ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`,
      )}</ul>`,
  )}
  <p>More</p>
  <ul>
    ${events.length > 0 ? html`<li><a href="#webhooks">Webhooks</a></li>` : ''}
    <li><a href="#sentinels">Simulating failures</a></li>
    <li><a href="#words">Words</a></li>
    <li><a href="#schemas">Schemas</a></li>
  </ul>
</nav>
<main id="content">
  <span class="badge simulation">SIMULATION</span>
  <h1 id="start">${info.title}</h1>
  <p class="lead">${info.summary} Also available as an OpenAPI document: <a href="/openapi.json">openapi.json</a></p>
  ${info.description.split('\n\n').map((paragraph) => html`<p>${formatProse(paragraph)}</p>`)}
  <h2 id="files">Files</h2>
  <pre tabindex="0">${exampleFile}</pre>
  <p>An upload has at most ${csvLimits.bytes / 1024 / 1024} MB and ${csvLimits.rows.toLocaleString('en')} rows.</p>
  <h2 id="errors">Errors</h2>
  <div class="wide"><table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${Object.entries(
    statusMeanings,
  ).map(([status, meaning]) => html`<tr><th scope="row">${status}</th><td>${meaning}</td></tr>`)}</tbody></table></div>
  <p>The codes of errors are ${linkTo('ErrorCode')}.</p>
  ${chapters.map(
    ({ name, id, operations }) =>
      html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${operations.map(({ path, method, operation }) =>
        renderOperation(path, method, operation),
      )}</section>`,
  )}
  ${
    events.length > 0
      ? html`<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
  <p>An event has a signature of its raw body. Compute the same one, compare both in constant time, and answer 200:</p>
  <pre tabindex="0">${signatureCommand}</pre>
  ${events.map(
    ([event, { post }]) => html`<article id="${post.operationId}">
            <h3><a class="anchor mono" href="#${post.operationId}">${event}</a></h3><p>${post.summary} ${post.description}</p>
            <h4>Headers</h4>${renderTable(post.parameters.map(parameterRow))}
            ${post.requestBody ? renderBody('Body', post.requestBody) : ''}
          </article>`,
  )}</section>`
      : ''
  }
  <section aria-labelledby="sentinels"><h2 id="sentinels">Simulating failures</h2>
  <p>Texts, numbers and keys that produce every error and network failure.</p>
  ${document['x-sentinels'].map(
    ({ title, note, rows }) => html`<article><h3>${title}</h3><p>${note}</p>
      <div class="wide"><table><thead><tr><th scope="col">Send</th><th scope="col">Effect</th></tr></thead>
      <tbody>${rows.map(({ put, means }) => html`<tr><th scope="row">${put}</th><td>${means}</td></tr>`)}</tbody></table></div></article>`,
  )}</section>
  <section aria-labelledby="words"><h2 id="words">Words</h2>
  <p>States, directions, moods and codes.</p>
  ${named.filter(([, schema]) => isWordList(schema)).map(([name, schema]) => renderSchema(name, schema))}</section>
  <section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
  ${named.filter(([, schema]) => !isWordList(schema)).map(([name, schema]) => renderSchema(name, schema))}</section>
</main>
</body>
</html>`
  return String(await page)
}
