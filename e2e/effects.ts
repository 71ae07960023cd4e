/**
 * What came of a story, counted where it cannot be talked away: the service's own list of commands against the gateway's ledger,
 * both from their database files, so that it holds after a kill too. A command belongs to the effect that names the same things and
 * was being sent when it arrived.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serviceEndpoints } from '#contract/index.ts'

/** What the world calls itself where it asks the service past the gateway. */
export const storyteller = 'story'

/** Annotations of a story, for the reporter. */
export const effectsCounted = 'effects counted'
export const effectsUnaccounted = 'effect not accounted for'
export const personalFound = 'somebody is named'

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
  /** From when to when it was being sent, epoch ms. What was never sent has no such time. */
  from: number
  to: number
}

/** The write-ahead log's header, which changes when the log begins anew. */
const logOf = (file: string) => (existsSync(file) ? readFileSync(file).subarray(0, 32).toString('hex') : '')

/**
 * Copies a database that a process has to itself. A log that did not begin anew meanwhile has everything that the file may lack, or
 * have half of.
 */
function copyDatabase(file: string, copy: string): void {
  const before = logOf(`${file}-wal`)
  copyFileSync(file, copy)
  if (before) copyFileSync(`${file}-wal`, `${copy}-wal`)
  if (logOf(`${file}-wal`) !== before) copyDatabase(file, copy)
}

/** What a query finds in the databases of this name, wherever they are in the folder: in copies, since a process may have them open. */
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

/** Rows of the gateway's ledger and of the service's list of commands, those of the storyteller excepted. */
export function traces(folder: string): Record<'effects' | 'steps' | 'commands', number> {
  const count = (name: string, from: string) =>
    rowsOf(folder, name, `select count(*) as rows from ${from}`).reduce((sum, { rows }) => sum + Number(rows), 0)
  return {
    effects: count('gateway.db', 'effects'),
    steps: count('gateway.db', 'history'),
    commands: count('service.db', `command where sender <> '${storyteller}'`),
  }
}

const commandsIn = (folder: string): Command[] =>
  rowsOf(folder, 'service.db', `select * from command where sender <> '${storyteller}' order by at, seq`).map(
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
    // The history knows more of a start than the service's log.
    const ids = endpoint === 'batchStart' && all.agentId ? { agentId: all.agentId } : all
    // Operators and keys are Switchboard's own: nothing of that is sent.
    if (!(endpoint in serviceEndpoints)) return []
    // Its approval is a second effect.
    if (ids.action === 'EditAndApprove') ids.action = 'Edit'
    return {
      endpoint,
      ids,
      state: String(row.state),
      from: Number(row.from ?? Number.POSITIVE_INFINITY),
      to: Number(row.to ?? Number.POSITIVE_INFINITY),
    }
  })

const names = (effect: LedgerEffect, { endpoint, ids }: Command) =>
  effect.endpoint === endpoint && Object.entries(effect.ids).every(([name, id]) => ids[name] === id)
const during = ({ from, to }: LedgerEffect, { at }: Command) => from <= at && at <= to

const say = ({ endpoint, ids }: Command | LedgerEffect) => `${endpoint} ${JSON.stringify(ids)}`

/**
 * Compares what arrived at the service with what the gateway recorded, for a world whose processes have ended.
 *
 * @param folder everything that the world keeps
 * @returns how many effects there were, and a sentence for each that cannot be accounted for
 */
export function countEffects(folder: string): { count: number; problems: string[] } {
  const effects = effectsIn(folder)
  const commands = commandsIn(folder)
  const problems: string[] = []
  const sent = new Map<LedgerEffect, Command>()
  for (const command of commands) {
    const mayBe = effects.filter((effect) => names(effect, command) && during(effect, command))
    const effect = mayBe.find((one) => !sent.has(one))
    if (effect) sent.set(effect, command)
    // What had no effect, such as a cancel that met the limit, may come again.
    else if (command.effect || mayBe.length === 0)
      problems.push(
        `${say(command)} reached the service ${mayBe.length === 0 ? 'and is not in the ledger' : 'more often than it is in the ledger'}`,
      )
  }
  for (const effect of effects) {
    const happened = sent.get(effect)?.effect ?? false
    if (effect.state === 'done' && !happened)
      problems.push(`${say(effect)} is done, says the ledger; the service did not do it`)
    if (happened && ['refused', 'withdrawn'].includes(effect.state))
      problems.push(`${say(effect)} was ${effect.state}, says the ledger; the service did it`)
  }
  return { count: commands.filter(({ effect }) => effect).length, problems }
}
