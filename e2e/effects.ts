/**
 * Counts the effects of a story: compares the service's list of commands with the gateway's ledger. Reads both from their database
 * files, so it also works after a kill. A command belongs to the effect that has the same IDs and was being sent when it arrived.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serviceEndpoints } from '#contract/index.ts'

/** The user agent of requests that a story sends to the service directly. */
export const storyUserAgent = 'story'

/** Annotations of a story, for the reporter. */
export const effectsCounted = 'effects counted'
export const effectsUnaccounted = 'effect not accounted for'
export const personalDataFound = 'personal data found'

type Ids = Record<string, string>
interface Command {
  at: number
  endpoint: string
  ids: Ids
  effect: boolean
}
interface LedgerEffect {
  endpoint: string
  ids: Ids
  state: string
  /** The period in which it was being sent, epoch ms; infinite if it was never sent. */
  from: number
  to: number
}

/** The header of the write-ahead log, which changes when the log restarts. */
const walHeader = (file: string) => (existsSync(file) ? readFileSync(file).subarray(0, 32).toString('hex') : '')

/** Copies a database that a process may be writing to. If the log did not restart meanwhile, it completes the file. */
function copyDatabase(file: string, copy: string): void {
  const before = walHeader(`${file}-wal`)
  copyFileSync(file, copy)
  if (before) copyFileSync(`${file}-wal`, `${copy}-wal`)
  if (walHeader(`${file}-wal`) !== before) copyDatabase(file, copy)
}

/** Queries all databases of this name in the folder. Uses copies, because a process may have them open. */
export function rowsOf(folder: string, name: string, sql: string): Record<string, unknown>[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(name))
  return files.flatMap((file) => {
    const copies = mkdtempSync(join(tmpdir(), 'switchboard-copy-'))
    copyDatabase(join(folder, file), join(copies, name))
    const database = new DatabaseSync(join(copies, name))
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
      rmSync(copies, { recursive: true })
    }
  })
}

/** The number of rows of the gateway's ledger and of the service's list of commands, without those that the story sent directly. */
export function traces(folder: string): Record<'effects' | 'steps' | 'commands', number> {
  const count = (name: string, from: string) =>
    rowsOf(folder, name, `select count(*) as rows from ${from}`).reduce((sum, { rows }) => sum + Number(rows), 0)
  return {
    effects: count('gateway.db', 'effects'),
    steps: count('gateway.db', 'history'),
    commands: count('service.db', `command where sender <> '${storyUserAgent}'`),
  }
}

const commandsIn = (folder: string): Command[] =>
  rowsOf(folder, 'service.db', `select * from command where sender <> '${storyUserAgent}' order by at, seq`).map(
    (row) => ({
      at: Number(row.at),
      endpoint: String(row.endpoint),
      ids: JSON.parse(String(row.ids)) as Ids,
      effect: row.effect === 1,
    }),
  )

const effectsIn = (folder: string): LedgerEffect[] =>
  rowsOf(
    folder,
    'gateway.db',
    `select e.endpoint, e.ids, min(h.at) filter (where h.state = 'sending') as "from",
       min(h.at) filter (where h.state not in ('held', 'sending')) as "to",
       (select state from history where effect_id = e.id and state <> 'settled' order by seq desc limit 1) as state
     from effects e join history h on h.effect_id = e.id group by e.id order by "to" nulls last`,
  ).flatMap((row) => {
    const endpoint = String(row.endpoint)
    const all = JSON.parse(String(row.ids)) as Ids
    // For a start, the history has more IDs than the service's list.
    const ids = endpoint === 'batchStart' && all.agentId ? { agentId: all.agentId } : all
    // Operators and keys are Switchboard's own, so these commands are not sent.
    if (!(endpoint in serviceEndpoints)) return []
    // Its approval is a separate effect.
    if (ids.action === 'EditAndApprove') ids.action = 'Edit'
    return {
      endpoint,
      ids,
      state: String(row.state),
      from: Number(row.from ?? Number.POSITIVE_INFINITY),
      to: Number(row.to ?? Number.POSITIVE_INFINITY),
    }
  })

const hasSameIds = (effect: LedgerEffect, { endpoint, ids }: Command) =>
  effect.endpoint === endpoint && Object.entries(effect.ids).every(([name, id]) => ids[name] === id)
const arrivedDuring = ({ from, to }: LedgerEffect, { at }: Command) => from <= at && at <= to

const describe = ({ endpoint, ids }: Command | LedgerEffect) => `${endpoint} ${JSON.stringify(ids)}`

/**
 * Compares the commands that the service received with those that the gateway recorded, after all processes have ended.
 *
 * @param folder the world's data
 * @returns the number of effects, and a sentence for each that cannot be accounted for
 */
export function countEffects(folder: string): { count: number; problems: string[] } {
  const effects = effectsIn(folder)
  const commands = commandsIn(folder)
  const problems: string[] = []
  const sent = new Map<LedgerEffect, Command>()
  for (const command of commands) {
    const candidates = effects.filter((effect) => hasSameIds(effect, command) && arrivedDuring(effect, command))
    const effect = candidates.find((one) => !sent.has(one))
    if (effect) sent.set(effect, command)
    // A command without effect, such as a cancel that was refused for the limit, may be repeated.
    else if (command.effect || candidates.length === 0)
      problems.push(
        `${describe(command)} reached the service ${candidates.length === 0 ? 'but is not in the ledger' : 'more often than the ledger records'}`,
      )
  }
  for (const effect of effects) {
    const happened = sent.get(effect)?.effect ?? false
    if (effect.state === 'done' && !happened)
      problems.push(`${describe(effect)} is done according to the ledger, but the service did not do it`)
    if (happened && ['refused', 'withdrawn'].includes(effect.state))
      problems.push(`${describe(effect)} was ${effect.state} according to the ledger, but the service did it`)
  }
  return { count: commands.filter(({ effect }) => effect).length, problems }
}
