/**
 * Counts the effects of a story (a call, a sent message, a changed record): compares the service's list of commands with the gateway's
 * ledger. Reads both from their database files, so it also works after the processes were killed. A command belongs to the effect in the
 * ledger that has the same IDs and that the gateway was sending when the command arrived.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serviceEndpoints } from '#contract/index.ts'

/** The user agent of requests that a story sends to the service directly. */
export const storyUserAgent = 'story'

/** Annotations of a story, for the reporter. */
export const effectCountAnnotation = 'effects counted'
export const unaccountedEffectAnnotation = 'effect not accounted for'
export const personalDataAnnotation = 'personal data found'

type Ids = Record<string, string>
interface Command {
  receivedAt: number
  endpoint: string
  ids: Ids
  hadEffect: boolean
}
interface LedgerEffect {
  endpoint: string
  ids: Ids
  state: string
  /** The period in which it was being sent, epoch ms; infinite if it was never sent. */
  sendingFrom: number
  sendingUntil: number
}

/** The header of SQLite's write-ahead log, which changes when the log restarts. */
const walHeader = (file: string) => (existsSync(file) ? readFileSync(file).subarray(0, 32).toString('hex') : '')

/** Copies a database that a process may be writing to. If the log restarted meanwhile, the copy is inconsistent, so it copies again. */
function copyDatabase(file: string, copy: string): void {
  const headerBefore = walHeader(`${file}-wal`)
  copyFileSync(file, copy)
  if (headerBefore) copyFileSync(`${file}-wal`, `${copy}-wal`)
  if (walHeader(`${file}-wal`) !== headerBefore) copyDatabase(file, copy)
}

/** Queries all databases of this name in the folder. Uses copies, because a process may have them open. */
export function queryDatabases(folder: string, name: string, sql: string): Record<string, unknown>[] {
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

/** Counts the rows of the gateway's ledger and of the service's list of commands, without the commands that the story sent directly. */
export function countRows(folder: string): Record<'effects' | 'steps' | 'commands', number> {
  const countIn = (database: string, table: string) =>
    queryDatabases(folder, database, `select count(*) as rows from ${table}`).reduce(
      (sum, { rows }) => sum + Number(rows),
      0,
    )
  return {
    effects: countIn('gateway.db', 'effects'),
    steps: countIn('gateway.db', 'history'),
    commands: countIn('service.db', `command where sender <> '${storyUserAgent}'`),
  }
}

const readCommands = (folder: string): Command[] =>
  queryDatabases(
    folder,
    'service.db',
    `select * from command where sender <> '${storyUserAgent}' order by at, seq`,
  ).map((row) => ({
    receivedAt: Number(row.at),
    endpoint: String(row.endpoint),
    ids: JSON.parse(String(row.ids)) as Ids,
    hadEffect: row.effect === 1,
  }))

const readLedgerEffects = (folder: string): LedgerEffect[] =>
  queryDatabases(
    folder,
    'gateway.db',
    `select e.endpoint, e.ids, min(h.at) filter (where h.state = 'sending') as "from",
       min(h.at) filter (where h.state not in ('held', 'sending')) as "to",
       (select state from history where effect_id = e.id and state <> 'settled' order by seq desc limit 1) as state
     from effects e join history h on h.effect_id = e.id group by e.id order by "to" nulls last`,
  ).flatMap((row) => {
    const endpoint = String(row.endpoint)
    const recordedIds = JSON.parse(String(row.ids)) as Ids
    // For the start of a batch, the gateway records more IDs than the service. Only the agent's ID is in both.
    const ids = endpoint === 'batchStart' && recordedIds.agentId ? { agentId: recordedIds.agentId } : recordedIds
    // Operators and keys are Switchboard's own, so these commands are not sent.
    if (!(endpoint in serviceEndpoints)) return []
    // The gateway records the edit and the approval as two effects. This is the edit.
    if (ids.action === 'EditAndApprove') ids.action = 'Edit'
    // Only the ledger has the reason of a rejection.
    delete ids.rejectReason
    // The service does not know why somebody is called outside the calling hours.
    delete ids.hoursReason
    delete ids.hoursPeople
    // The version that a command restored.
    delete ids.restoredFrom
    delete ids.restoredVersion
    return {
      endpoint,
      ids,
      state: String(row.state),
      sendingFrom: Number(row.from ?? Number.POSITIVE_INFINITY),
      sendingUntil: Number(row.to ?? Number.POSITIVE_INFINITY),
    }
  })

const hasSameIds = (effect: LedgerEffect, { endpoint, ids }: Command) =>
  effect.endpoint === endpoint && Object.entries(effect.ids).every(([name, id]) => ids[name] === id)
const arrivedDuring = ({ sendingFrom, sendingUntil }: LedgerEffect, { receivedAt }: Command) =>
  sendingFrom <= receivedAt && receivedAt <= sendingUntil

const descriptionOf = ({ endpoint, ids }: Command | LedgerEffect) => `${endpoint} ${JSON.stringify(ids)}`

/**
 * Compares the commands that the service received with those that the gateway recorded, after all processes have ended.
 *
 * @param folder the world's data
 * @returns the number of effects, and a sentence for each that cannot be accounted for
 */
export function countEffects(folder: string): { count: number; problems: string[] } {
  const effects = readLedgerEffects(folder)
  const commands = readCommands(folder)
  const problems: string[] = []
  const commandOfEffect = new Map<LedgerEffect, Command>()
  for (const command of commands) {
    const candidates = effects.filter((effect) => hasSameIds(effect, command) && arrivedDuring(effect, command))
    const effect = candidates.find((candidate) => !commandOfEffect.has(candidate))
    if (effect) commandOfEffect.set(effect, command)
    // A command without effect, such as a cancel that was refused for the limit, may be repeated.
    else if (command.hadEffect || candidates.length === 0)
      problems.push(
        `${descriptionOf(command)} reached the service ${candidates.length === 0 ? 'but is not in the ledger' : 'more often than the ledger records'}`,
      )
  }
  for (const effect of effects) {
    const hadEffect = commandOfEffect.get(effect)?.hadEffect ?? false
    if (effect.state === 'done' && !hadEffect)
      problems.push(`${descriptionOf(effect)} is done according to the ledger, but the service did not do it`)
    if (hadEffect && ['refused', 'withdrawn'].includes(effect.state))
      problems.push(`${descriptionOf(effect)} was ${effect.state} according to the ledger, but the service did it`)
  }
  return { count: commands.filter(({ hadEffect }) => hadEffect).length, problems }
}
