/**
 * Measures checking 50,000 rows against a do-not-call list of a million numbers and a year of contacts (ten million hashes) in the embedded
 * database. Whole requests go to a gateway in its own process with all rules, compared with a gateway whose lists are empty. Filling the
 * database takes a minute; it stays in the temporary folder for the next run.
 */
import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gatewayEndpoints, type RecipientFindings, usualCallingRules } from '#contract/index.ts'
import { createCalledBeforeRule } from '#server/gateway/calling-rules/called-before.ts'
import { createDoNotCallRule } from '#server/gateway/calling-rules/do-not-call.ts'
import { createOverLimitRule } from '#server/gateway/calling-rules/over-limit.ts'
import type { People } from '#server/gateway/calling-rules/recipient-rules.ts'
import { createCallingRuleSetting } from '#server/gateway/calling-rules/setting.ts'
import { createSharedLookup } from '#server/gateway/calling-rules/shared-lookup.ts'
import { createContacts } from '#server/gateway/contacts/contacts.ts'
import { createDoNotCall } from '#server/gateway/contacts/do-not-call.ts'
import { createActionRecorder } from '#server/gateway/ledger/admin-actions.ts'
import { createWriteQueue } from '#server/gateway/ledger/write-queue.ts'
import { openRegistry } from '#server/gateway/registry/registry.ts'
import { clock } from '#server/gateway/shared/clock.ts'
import { createSilentLog } from '#server/gateway/shared/log.ts'
import { ensureSetting, openStore } from '#server/gateway/store/store.ts'
import { measureInTurn, measureMs, median, type Row } from '../measure.ts'
import { type Answered, type Gateway, startGateway, workspace } from './safety/gateway.ts'

const people = 50_000
const batches = 200
const perBatch = 50_000
const listed = 1_000_000
/** How many people in the file were called recently, and how many are on the do-not-call list. */
const called = 25_000
const refused = 1_000
const key = 'bench'
const day = 24 * 3_600_000
const folder = join(tmpdir(), 'switchboard-bench-safety')

const numbers = Array.from({ length: people }, (_, at) => `+1415${String(2_000_000 + at)}`)
/** The same hash as `Contacts.hash`. The benchmark counts the people found, so it fails if that function changes. */
const hashOf = (number: string) => createHmac('sha256', key).update(number).digest('base64url').slice(0, 16)

/** In byte order, so that hashes can be generated in the order of the table. */
const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const characters = 16
/** The hash at this fraction of the range, from 0 to 1. */
function hashAt(share: number, seed: number): string {
  let text = ''
  for (
    let rest = share;
    text.length < characters / 2;
    rest = rest * alphabet.length - Math.floor(rest * alphabet.length)
  )
    text += alphabet[Math.floor(rest * alphabet.length)]
  return (
    text +
    createHash('sha1')
      .update(String(seed))
      .digest('base64url')
      .slice(0, characters / 2)
  )
}

/** The migrations create the tables. The rows are inserted without the gateway, in the order of the tables. */
async function fill(file: string): Promise<void> {
  await (await openStore({ file })).destroy()
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; DROP INDEX contacts_source; BEGIN',
  )
  const run = (text: string) => database.prepare(text)
  const effect = run(`insert into effects (id, endpoint, ids, key, body, operator_id, operator, at)
    values (?, 'batchStart', '{"agentId":"agent1","callBacks":"0"}', ?, '', 'o', 'Grace Okafor', ?)`)
  const history = run(`insert into history (effect_id, state, at) values (?, 'done', ?)`)
  const source = run(`insert into contact_sources (id, effect_id, kind, at, ended_at) values (?, ?, 'batch', ?, ?)`)
  const now = Date.now()
  for (let at = 1; at <= batches; at += 1) {
    // One batch every other day, the most recent one now.
    const when = now - (at - 1) * 2 * day - 3_600_000
    effect.run(`e${at}`, `k${at}`, when)
    history.run(`e${at}`, when)
    source.run(at, `e${at}`, when, when)
  }
  const contact = run('insert or ignore into contacts (number, source) values (?, ?)')
  const total = batches * perBatch
  for (let at = 0; at < total; at += 1) contact.run(hashAt(at / total, at), 1 + (at % batches))
  for (const number of numbers.slice(0, called)) for (const batch of [1, 2, 3]) contact.run(hashOf(number), batch)
  run(`insert into do_not_call_additions (id, workspace, operator, at, reason, source_kind)
    values (1, ?, 'Grace Okafor', ?, 'They asked', 'import')`).run(workspace, now)
  const entry = run(
    `insert or ignore into do_not_call (workspace, number, last_two, addition, until) values (?, ?, '00', 1, ?)`,
  )
  for (let at = 0; at < listed; at += 1) entry.run(workspace, hashAt(at / listed, -at), Number.MAX_SAFE_INTEGER)
  for (const number of numbers.slice(-refused)) entry.run(workspace, hashOf(number), Number.MAX_SAFE_INTEGER)
  database.exec('COMMIT; CREATE INDEX contacts_source ON contacts (source)')
  database.close()
}

/** Runs the rules that read the two tables, as a start does. @returns ms */
async function askRules(file: string): Promise<number> {
  const store = await openStore({ file })
  await ensureSetting(store, 'contacts key', () => key)
  const writeQueue = createWriteQueue(createSilentLog())
  const registry = await openRegistry(store, clock)
  const contacts = createContacts({ store, key, registry, writeQueue, clock, log: createSilentLog() })
  const recordAction = createActionRecorder({ store, cluster: { number: 1 }, writeQueue, clock })
  const approvers = () => Promise.resolve([])
  const setting = createCallingRuleSetting({ store, recordAction, defaults: usualCallingRules, approvers })
  const looks = createSharedLookup(contacts)
  const doNotCall = createDoNotCallRule(createDoNotCall({ store, contacts, recordAction, clock }))
  const calledBefore = createCalledBeforeRule({ sharedLookup: looks, clock })
  const overLimit = createOverLimitRule({ sharedLookup: looks, setting, clock })
  const recipients = numbers.map((phone_number, at) => ({ row: at + 2, phone_number }))
  const asked: People = { recipients, hashes: numbers.map(hashOf), fields: {}, workspace }
  const ask = async () => {
    // A new object, so that the lookup is not cached.
    const all = { ...asked }
    await doNotCall.find(all)
    await calledBefore.find(all)
    await overLimit.find(all)
  }
  await ask()
  const { rules } = await measureInTurn({ rules: () => measureMs(ask) })
  await store.destroy()
  return rules
}

const csvOf = (all: readonly string[]) =>
  Buffer.from(`phone_number,first_name\n${all.map((number, at) => `${number},Ava${at}`).join('\n')}\n`)

/** Measures whole requests, alternating between a gateway with the lists and one without. */
async function askGateways(file: string): Promise<Row[]> {
  const [full, empty] = [await startGateway(file), await startGateway(null)]
  try {
    const list = csvOf(numbers)
    const watched: Answered[] = []
    const compare = async (gateway: Gateway) => gateway.upload(gatewayEndpoints.recipientsCheck.path, list)
    const check = async () => {
      const one = await compare(full)
      const { doNotCall, overLimit } = JSON.parse(one.text) as RecipientFindings
      if (overLimit.people !== called || doNotCall.people !== refused)
        throw new Error(
          `Unexpected result: found ${overLimit.people} people over the limit and ${doNotCall.people} on the do-not-call list.`,
        )
      watched.push(one)
      return one.took
    }
    await check()
    const measured = await measureInTurn({ with: check, without: async () => (await compare(empty)).took }, 5)
    const stall = median(watched.map((one) => one.stall))
    const memory = Math.max(...watched.map((one) => one.memory.most - one.memory.before))
    const others = Array.from({ length: people }, (_, at) => `+1212${String(2_000_000 + at)}`)
    const started = await full.upload(gatewayEndpoints.launchStart.path, csvOf(others), { agentId: 'a1', name: 'B' })
    const many = Buffer.from(Array.from({ length: listed }, (_, at) => `+49151${10_000_000 + at}`).join('\n'))
    const imported = await empty.upload(gatewayEndpoints.doNotCallImport.path, many, { reason: 'They asked' })
    return [
      {
        title: 'the whole request that checks them, with all rules',
        unit: 'ms',
        ours: measured.with,
        comparison: { name: 'with empty lists', value: measured.without },
      },
      { title: 'longest delay of other requests meanwhile', unit: 'ms', ours: stall, goal: { max: 50 } },
      { title: 'additional memory meanwhile', unit: 'MB', ours: memory },
      // Most of both delays is one commit of the embedded database, which cannot be split.
      { title: 'longest delay of other requests while 50,000 other rows are started', unit: 'ms', ours: started.stall },
      {
        title: 'longest delay of other requests while a million numbers are imported',
        unit: 'ms',
        ours: imported.stall,
      },
    ]
  } finally {
    await full.close()
    await empty.close()
  }
}

export async function bench(): Promise<Row[]> {
  // Refilled each day, since the contact limits depend on the preceding days.
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}.db`)
  if (!existsSync(file)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await fill(`${file}.part`)
    renameSync(`${file}.part`, file)
  }
  return [
    {
      title: '50,000 rows looked up in 1 million do-not-call entries and 10 million contacts',
      unit: 'ms',
      ours: await askRules(file),
      goal: { max: 1_000 },
    },
    ...(await askGateways(file)),
  ]
}
