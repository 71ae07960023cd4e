/** For stories with several gateways: starts nginx in front of them, and copies the ledger that they share in PostgreSQL. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { findProgram } from '#server/gateway/testing/find-program.ts'
import { runNginx } from '#server/gateway/testing/run-nginx.ts'

export { findFreePort } from '#server/gateway/testing/free-port.ts'
export { type Postgres, startPostgres } from '#server/gateway/testing/postgres.ts'

/** Whether stories with several gateways can run on this machine: PostgreSQL and nginx are installed. */
export const hasSeveralGateways = (): boolean => findPostgres() !== null && findProgram('nginx') !== undefined

const nginxExampleFolder = join(import.meta.dirname, '../../server/deploy/nginx')

/** The part of the text from `begin` up to the last `end`. @throws Error if the text does not contain both */
function sectionBetween(text: string, begin: string, end: string): string {
  const from = text.indexOf(begin)
  const to = text.lastIndexOf(end)
  if (from < 0 || to < from) throw new Error(`The nginx example does not contain ${begin}`)
  return text.slice(from, to)
}

/**
 * Starts nginx with the upstream and proxy settings of the example, but without a certificate, so that a simulation on the same machine
 * requires no sign-in.
 *
 * @param options `folder` for nginx's files, a free `port` for nginx, and the ports of the `gateways`
 */
export async function startPlainNginx({
  folder,
  port,
  gateways,
}: {
  folder: string
  port: number
  gateways: number[]
}) {
  const upstream = readFileSync(join(nginxExampleFolder, 'switchboard-upstream.conf'), 'utf8')
  const server = readFileSync(join(nginxExampleFolder, 'switchboard.conf'), 'utf8')
  const upstreamServers = gateways
    .map((gateway) => `server 127.0.0.1:${gateway} max_fails=2 fail_timeout=1s;`)
    .join('\n')
  const location = sectionBetween(server, '  proxy_http_version', '}').replace('Host $host;', 'Host $http_host;')
  const http = `access_log off;
  ${upstream.replace(/(?: {2}server 127.*\n)+/, `${upstreamServers}\n`)}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 130m;
    ${location}
  }`
  const { child } = await runNginx({ folder, port, http })
  return child
}

/** Copies the ledger from PostgreSQL to a SQLite file, so that stories can read it like the ledger of a single gateway. */
export async function copyLedger(databaseUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  mkdirSync(dirname(file), { recursive: true })
  const copy = new DatabaseSync(file)
  copy.exec(`drop table if exists effects; drop table if exists history;
    create table effects (id text, endpoint text, ids text);
    create table history (seq integer, effect_id text, state text, at integer)`)
  try {
    const { rows: schemas } = await client.query<{ name: string }>(
      `select table_schema as name from information_schema.tables where table_name = 'effects'`,
    )
    for (const { name } of schemas) {
      for (const [table, columns] of [
        ['effects', ['id', 'endpoint', 'ids']],
        ['history', ['seq', 'effect_id', 'state', 'at']],
      ] as const) {
        const { rows } = await client.query({
          text: `select ${columns.join(', ')} from "${name}".${table}`,
          rowMode: 'array',
        })
        const insert = copy.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`)
        for (const row of rows) insert.run(...(row as SQLInputValue[]))
      }
    }
  } finally {
    copy.close()
    await client.end()
  }
}
