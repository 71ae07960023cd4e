/** For stories: a PostgreSQL, and nginx in front of several gateways of this machine, where it has both. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { findProgram } from '#server/gateway/testing/find-program.ts'

export { type Postgres, startPostgres } from '#server/gateway/testing/postgres.ts'

/** Whether stories can be told in front of several gateways here. */
export const hasSeveralGateways = (): boolean => findPostgres() !== null && findProgram('nginx') !== undefined

const example = join(import.meta.dirname, '../server/deploy/nginx')

/** What a text has between two of its parts. @throws Error where it has not */
function between(text: string, begin: string, end: string): string {
  const from = text.indexOf(begin)
  const to = text.lastIndexOf(end)
  if (from < 0 || to < from) throw new Error(`The example of nginx has no ${begin}`)
  return text.slice(from, to)
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Starts nginx with what the example says of the gateways and of their requests, but without a certificate: on the machine that the
 * gateways are on, one need not sign in to a simulation.
 *
 * @param folder for its files; port: a free one; gateways: their ports
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
  const upstream = readFileSync(join(example, 'switchboard-upstream.conf'), 'utf8')
  const server = readFileSync(join(example, 'switchboard.conf'), 'utf8')
  const places = gateways.map((gateway) => `server 127.0.0.1:${gateway} max_fails=2 fail_timeout=1s;`).join('\n')
  const location = between(server, '  location / {', '}').replace('Host $host;', 'Host $http_host;')
  mkdirSync(folder, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  ${upstream.replace(/(?: {2}server 127.*\n)+/, `${places}\n`)}
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 130m;
    ${location}
  }
}
`,
  )
  const options = ['-p', folder, '-c', file, '-e', join(folder, 'error.log')]
  const child: ChildProcess = spawn(findProgram('nginx') ?? 'nginx', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
    await pause(20)
  }
  return child
}

/** Copies the rows of the ledgers in a PostgreSQL into an embedded database, where they are read like those of one gateway. */
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
