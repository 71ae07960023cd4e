/**
 * Measures how long it takes to check 50,000 rows against a do-not-call list of a million numbers and a year of contacts (ten million
 * hashes) in the embedded database. Also measures the whole request, at a gateway in its own process, compared with a gateway whose lists
 * are empty. Filling the database takes a minute, so it stays in the temporary folder for the next run.
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
import { ensureSetting } from '#server/gateway/store/settings.ts'
import { openStore } from '#server/gateway/store/store.ts'
import { measureInTurn, measureMs, median, type Row } from '../measure.ts'
import { type Gateway, startGateway, type UploadResult, workspace } from './safety/gateway.ts'

const peopleCount = 50_000
const batchCount = 200
const contactsPerBatch = 50_000
const doNotCallCount = 1_000_000
/** The number of people in the file who were called recently, and of those who are on the do-not-call list. */
const calledCount = 25_000
const listedPeopleCount = 1_000
const hashKey = 'bench'
const dayMs = 24 * 3_600_000
const folder = join(tmpdir(), 'switchboard-bench-safety')

const phoneNumbers = Array.from({ length: peopleCount }, (_, index) => `+1415${String(2_000_000 + index)}`)
/** The same hash as `Contacts.hash`. The benchmark counts the people found, so it fails if that function changes. */
const hashOf = (number: string) => createHmac('sha256', hashKey).update(number).digest('base64url').slice(0, 16)

/** The characters of a hash, in byte order, so that hashes can be generated in the order of the table. */
const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const hashLength = 16
/** The hash at this fraction of the range, from 0 to 1. */
function hashAt(share: number, seed: number): string {
  let text = ''
  for (
    let rest = share;
    text.length < hashLength / 2;
    rest = rest * alphabet.length - Math.floor(rest * alphabet.length)
  )
    text += alphabet[Math.floor(rest * alphabet.length)]
  return (
    text +
    createHash('sha1')
      .update(String(seed))
      .digest('base64url')
      .slice(0, hashLength / 2)
  )
}

/** Creates the tables with the migrations, and inserts the rows without the gateway, in the order of the tables. */
async function fillDatabase(file: string): Promise<void> {
  await (await openStore({ file })).destroy()
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; DROP INDEX contacts_source; BEGIN',
  )
  const prepare = (text: string) => database.prepare(text)
  const insertEffect = prepare(`insert into effects (id, endpoint, ids, key, body, operator_id, operator, at)
    values (?, 'batchStart', '{"agentId":"agent1","callBacks":"0"}', ?, '', 'o', 'Grace Okafor', ?)`)
  const insertHistory = prepare(`insert into history (effect_id, state, at) values (?, 'done', ?)`)
  const insertSource = prepare(
    `insert into contact_sources (id, effect_id, kind, at, ended_at) values (?, ?, 'batch', ?, ?)`,
  )
  const now = Date.now()
  for (let index = 1; index <= batchCount; index += 1) {
    // One batch every other day, the most recent one now.
    const startedAt = now - (index - 1) * 2 * dayMs - 3_600_000
    insertEffect.run(`e${index}`, `k${index}`, startedAt)
    insertHistory.run(`e${index}`, startedAt)
    insertSource.run(index, `e${index}`, startedAt, startedAt)
  }
  const insertContact = prepare('insert or ignore into contacts (number, source) values (?, ?)')
  const contactCount = batchCount * contactsPerBatch
  for (let index = 0; index < contactCount; index += 1)
    insertContact.run(hashAt(index / contactCount, index), 1 + (index % batchCount))
  for (const number of phoneNumbers.slice(0, calledCount))
    for (const batch of [1, 2, 3]) insertContact.run(hashOf(number), batch)
  prepare(`insert into do_not_call_additions (id, workspace, operator, at, reason, source_kind)
    values (1, ?, 'Grace Okafor', ?, 'They asked', 'import')`).run(workspace, now)
  const insertEntry = prepare(
    `insert or ignore into do_not_call (workspace, number, last_two, addition, until) values (?, ?, '00', 1, ?)`,
  )
  for (let index = 0; index < doNotCallCount; index += 1)
    insertEntry.run(workspace, hashAt(index / doNotCallCount, -index), Number.MAX_SAFE_INTEGER)
  for (const number of phoneNumbers.slice(-listedPeopleCount))
    insertEntry.run(workspace, hashOf(number), Number.MAX_SAFE_INTEGER)
  database.exec('COMMIT; CREATE INDEX contacts_source ON contacts (source)')
  database.close()
}

/** Runs the rules that read the two tables, as a start does. @returns ms */
async function measureRules(file: string): Promise<number> {
  const store = await openStore({ file })
  await ensureSetting(store, 'contacts key', () => hashKey)
  const writeQueue = createWriteQueue(createSilentLog())
  const registry = await openRegistry(store, clock)
  const contacts = createContacts({ store, key: hashKey, registry, writeQueue, clock, log: createSilentLog() })
  const recordAction = createActionRecorder({ store, cluster: { number: 1 }, writeQueue, clock })
  const approvers = () => Promise.resolve([])
  const setting = createCallingRuleSetting({ store, recordAction, defaults: usualCallingRules, approvers })
  const lookup = createSharedLookup(contacts)
  const doNotCall = createDoNotCallRule(createDoNotCall({ store, contacts, recordAction, clock }))
  const calledBefore = createCalledBeforeRule({ sharedLookup: lookup, clock })
  const overLimit = createOverLimitRule({ sharedLookup: lookup, setting, clock })
  const recipients = phoneNumbers.map((phone_number, index) => ({ row: index + 2, phone_number }))
  const people: People = { recipients, hashes: phoneNumbers.map(hashOf), fields: {}, workspace }
  const runRules = async () => {
    // A new object, so that the lookup is not cached.
    const peopleCopy = { ...people }
    await doNotCall.find(peopleCopy)
    await calledBefore.find(peopleCopy)
    await overLimit.find(peopleCopy)
  }
  await runRules()
  const { rules } = await measureInTurn({ rules: () => measureMs(runRules) })
  await store.destroy()
  return rules
}

const csvOf = (all: readonly string[]) =>
  Buffer.from(`phone_number,first_name\n${all.map((number, index) => `${number},Ava${index}`).join('\n')}\n`)

/** Measures whole requests, alternating between a gateway with the lists and one without. */
async function measureGateways(file: string): Promise<Row[]> {
  const [fullGateway, emptyGateway] = [await startGateway(file), await startGateway(null)]
  try {
    const csvFile = csvOf(phoneNumbers)
    const checks: UploadResult[] = []
    const uploadTo = async (gateway: Gateway) => gateway.upload(gatewayEndpoints.recipientsCheck.path, csvFile)
    const checkWithLists = async () => {
      const result = await uploadTo(fullGateway)
      const { doNotCall, overLimit } = JSON.parse(result.text) as RecipientFindings
      if (overLimit.people !== calledCount || doNotCall.people !== listedPeopleCount)
        throw new Error(
          `Unexpected result: found ${overLimit.people} people over the limit and ${doNotCall.people} on the do-not-call list.`,
        )
      checks.push(result)
      return result.durationMs
    }
    await checkWithLists()
    const measured = await measureInTurn(
      { with: checkWithLists, without: async () => (await uploadTo(emptyGateway)).durationMs },
      5,
    )
    const longestDelayMs = median(checks.map((check) => check.longestDelayMs))
    const additionalMemoryMb = Math.max(...checks.map(({ memory }) => memory.max - memory.before))
    const otherNumbers = Array.from({ length: peopleCount }, (_, index) => `+1212${String(2_000_000 + index)}`)
    const startResult = await fullGateway.upload(gatewayEndpoints.launchStart.path, csvOf(otherNumbers), {
      agentId: 'a1',
      name: 'B',
    })
    const longNumberList = Buffer.from(
      Array.from({ length: doNotCallCount }, (_, index) => `+49151${10_000_000 + index}`).join('\n'),
    )
    const importResult = await emptyGateway.upload(gatewayEndpoints.doNotCallImport.path, longNumberList, {
      reason: 'They asked',
    })
    return [
      {
        title: 'the whole request that checks them, with all rules',
        unit: 'ms',
        ours: measured.with,
        comparison: { name: 'with empty lists', value: measured.without },
      },
      { title: 'longest delay of other requests meanwhile', unit: 'ms', ours: longestDelayMs, goal: { max: 50 } },
      { title: 'additional memory meanwhile', unit: 'MB', ours: additionalMemoryMb },
      // Most of both delays is one commit of the embedded database, which cannot be split.
      {
        title: 'longest delay of other requests while 50,000 other rows are started',
        unit: 'ms',
        ours: startResult.longestDelayMs,
      },
      {
        title: 'longest delay of other requests while a million numbers are imported',
        unit: 'ms',
        ours: importResult.longestDelayMs,
      },
    ]
  } finally {
    await fullGateway.close()
    await emptyGateway.close()
  }
}

export async function bench(): Promise<Row[]> {
  // Fill the database once a day, because the contact limits depend on the preceding days.
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}.db`)
  if (!existsSync(file)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await fillDatabase(`${file}.part`)
    renameSync(`${file}.part`, file)
  }
  return [
    {
      title: '50,000 rows looked up in 1 million do-not-call entries and 10 million contacts',
      unit: 'ms',
      ours: await measureRules(file),
      goal: { max: 1_000 },
    },
    ...(await measureGateways(file)),
  ]
}
