/** Launches: starts of a file. Each is recorded, then sent to the service once (design: the gateway, Commands). */
import type { ApprovalNeed, LaunchFields, Operator, RecipientFindings } from '#contract/index.ts'
import type { CallLater, People } from '../calling-rules/recipient-rules.ts'
import { heldBack } from '../contacts/refusals.ts'
import { alreadyUnderWay } from '../ledger/refusals.ts'
import type { InTransaction, Outcome } from '../ledger/types.ts'
import type { Store } from '../store/store.ts'
import { idsOf, reasonOf, refuseLongTest, refuseOptedOut, refusePast } from './launch-checks.ts'
import { splitInParts } from './split-in-parts.ts'
import {
  type CalledPeople,
  type Launch,
  numbersIn,
  type StartDeps,
  type Started,
  startWithout,
  targetOf,
} from './starts.ts'

/** Calls after which somebody is asked. */
const firstOnes = 10

const printed = 8

/** A second person has approved a start: what stands or falls with its record, and what hears of its end. */
interface Approved {
  approvalId: string
  /** The id of the second person. */
  approvedBy: string
  take: InTransaction
  ended: (startId: string, state: Outcome['state']) => Promise<void>
}

interface LaunchDeps extends StartDeps {
  look: (batchId: string) => Promise<unknown>
  /** Most rows of one request to the service; a larger file is started in parts. */
  partRows?: number | undefined
}

export function createLaunches(deps: LaunchDeps) {
  const { ledger, registry, clock, checkFile, prepared, closings, contacts, rules, secondPerson, subjects } = deps
  const { sending, look, partRows } = deps

  /**
   * Starts a batch.
   *
   * @param approved a second person has approved exactly this start
   * @returns the batch's id and the ledger's effect
   * @throws Refusal 400 when a row cannot be called, a row says "do not call" and the operator did not decide to call it, or the start
   *   time has passed, 409 `already_under_way` while a start of the same recipients is live, what the rules about recipients refuse,
   *   `approval_needed` when it needs a second person, and everything that `Ledger.perform` refuses
   */
  async function start(launch: Launch, approved?: Approved): Promise<Started> {
    const { fields, file, key, operator, workspace } = launch
    const { checked, hashed, target, print, people: everybody } = await examine(launch, approved?.approvalId)
    /** Those who are called, and those who wait until their hours open. */
    let asked = everybody
    let outside: CallLater[] = []
    const approval = approved && { approvalId: approved.approvalId, approvedBy: approved.approvedBy }
    // A selection of its calls is another launch.
    const launchId = fields.originCalls === 'never_called' ? await registry.launchOf(fields.originId) : undefined
    const ids = (some: LaunchFields) => idsOf(some, print, launchId)
    // Call-backs that cannot be read are refused before anything else.
    const requestedIds = ids(fields)
    const { callAgain: _, ...others } = fields
    const recorded = { ...others, ...approval }
    let found: readonly unknown[] = []
    await ledger.checkUnlessRepeated({ endpoint: 'batchStart', operator, key }, async () => {
      // guard: start-time-is-ahead
      refusePast(fields.scheduledAt, clock.now())
      await refuseBesidePrepared(hashed)
      // Its own start under way is named by who has the target.
      if (await isUnderWay(hashed)) return
      found = await rules.find(asked)
      if (fields.outsideHours === 'later') {
        outside = rules.later(found, everybody)
        const called = startWithout(everybody, new Set(outside.flatMap(({ places }) => places)))
        // Where nobody is left the rule refuses all of them.
        if (called.recipients.length === 0) outside = []
        else if (outside.length > 0) {
          asked = called
          found = await rules.find(asked)
        }
      }
      rules.refuse(found, asked)
      if (!approved) await secondPerson.refuseUnapproved(everybody.recipients.length, workspace, operator)
    })
    const { recipients, hashes } = asked
    const asks = fields.first === '10' && recipients.length > firstOnes
    const first = asks ? recipients.slice(0, firstOnes) : recipients
    const rest = asks ? recipients.slice(firstOnes) : recipients
    const chunks = splitInParts(checked, rest, file.length, partRows)
    // After the first ten all parts wait; else the first of them is what is started.
    const later = asks ? chunks : chunks.slice(1)
    const now = asks ? firstOnes : (chunks[0]?.length ?? 0)
    const isWhole = now === everybody.recipients.length
    const name = asks || now === recipients.length ? fields.name : `${fields.name}, part 1 of ${chunks.length}`
    const sent = isWhole ? file : checked.write(first.slice(0, now))
    const keeps = later.length + outside.length > 0
    const fitting = rules.fit(found, asked, fields)
    const answer = await ledger.perform({
      endpoint: 'batchStart',
      ids: { ...ids(fitting), ...(fields.scheduledAt && { scheduledAt: fields.scheduledAt }), ...approval },
      // What the rules left of it then, a repeat does not know.
      requestedIds,
      target,
      key,
      body: JSON.stringify(recorded) + checked.digest,
      operator,
      reason: reasonOf(fields),
      inTransaction: async (store, effectId) => {
        await approved?.take(store, effectId)
        const closing = rules.closing(await rules.refuseInRecord(store, asked, found), asked)
        // guard: test-is-no-contact
        if (!fields.test) await contacts.add(store, effectId, 'batch', hashes.slice(0, now))
        await subjects.add(store, effectId, name, numbersIn(recipients.slice(0, now)))
        const asStarted = { ...fields, ...approval, outsideHours: undefined, name, print }
        if (closing) await closings.add(store, effectId, { closing, fields: asStarted, target: hashed, workspace })
        let from = now
        for (const [at, part] of later.entries()) {
          const waitsForWord = asks && at === 0
          await prepared.keep(store, effectId, {
            reason: waitsForWord ? 'after_first_ten' : 'next_part',
            part: { number: chunks.length - later.length + at + 1, of: chunks.length },
            target: hashed,
            // Whom the operator calls again is called again in each part; after the first ten a person decides anew, at most as was approved.
            fields: {
              ...(waitsForWord && !approved ? recorded : { ...fields, ...approval }),
              hoursReason: undefined,
              hoursPeople: undefined,
              print,
            },
            file: checked.write(part).toString(),
            recipients: part,
            hashes: hashes.slice(from, from + part.length),
            operator,
            workspace,
            startedBy: waitsForWord ? 'person' : 'gateway',
          })
          from += part.length
        }
        for (const { places, at } of outside) {
          let startedBy: 'person' | 'gateway' = at === null ? 'person' : (fields.afterHours ?? 'person')
          // Whoever wants to be asked after the first ten is asked about everybody else.
          // guard: others-wait-for-the-word-too
          if (asks) startedBy = 'person'
          const people = places.flatMap((place) => everybody.recipients[place] ?? [])
          await prepared.keep(store, effectId, {
            reason: 'outside_hours',
            target: hashed,
            fields: { ...fields, ...approval, outsideHours: undefined, print },
            file: checked.write(people).toString(),
            recipients: people,
            hashes: places.flatMap((place) => everybody.hashes[place] ?? []),
            operator,
            workspace,
            startedBy,
            startsAt: at ?? undefined,
          })
        }
      },
      send: async (effectId, gateway) => {
        const outcome = await sending.send({ ...launch, fields: { ...fitting, name }, file: sent }, effectId, gateway)
        if (keeps && outcome.state === 'done' && outcome.batchId)
          await prepared.launched(effectId, { batchId: outcome.batchId })
        return outcome
      },
      onEnded: async (effectId, state) => {
        if (keeps && state === 'refused') await prepared.launched(effectId, null)
        await approved?.ended(effectId, state)
        await sending.tidy(effectId, state)
      },
    })
    return answer as Started
  }

  async function examine(
    { file, fields, workspace }: Pick<Launch, 'file' | 'fields' | 'workspace'>,
    heldBackBy?: string,
  ) {
    const checked = await checkFile(file)
    refuseOptedOut(checked, fields)
    const { recipients, hashes, everybody } = checked
    refuseLongTest(fields, recipients.length)
    const target = targetOf(fields.agentId, everybody)
    const people: CalledPeople = { recipients, hashes, fields, workspace, ...(heldBackBy && { heldBackBy }) }
    return { checked, target, hashed: ledger.hash(target), print: fingerprint(everybody), people }
  }

  /**
   * Everything of a start short of its record, for one that is to wait: `admit` makes the checks of a start, `admitInRecord` makes
   * them again in the transaction that records it; both throw what a start refuses. Without a start time, calling hours are no
   * reason to refuse: they are looked at when it is made.
   *
   * @returns `target`: a keyed hash of agent and people; `text`: the file as the service would have it
   */
  async function prepare(launch: Launch) {
    const { checked, hashed, print, people: asked } = await examine(launch)
    // At a time of its own it is known already what will be found then.
    const people: People = launch.fields.scheduledAt === undefined ? { ...asked, isForLater: true } : asked
    let found: readonly unknown[] = []
    return {
      people,
      print,
      target: hashed,
      text: checked.write(checked.recipients).toString(),
      admit: async (): Promise<void> => {
        refusePast(launch.fields.scheduledAt, clock.now())
        await refuseBesidePrepared(hashed)
        if (await isUnderWay(hashed)) throw alreadyUnderWay(await ledger.findTargetHolder(hashed), clock.now())
        found = await rules.find(people)
        rules.refuse(found, people)
      },
      admitInRecord: (store: Store) => rules.refuseInRecord(store, people, found),
    }
  }

  /**
   * Recipients of a clean file before anything is started: how the history would name them, and whom the rules find.
   *
   * @throws Refusal 400 when the file cannot be started
   */
  async function check(
    file: Uint8Array,
    fields: Partial<LaunchFields>,
    workspace: string,
    operator: Operator,
  ): Promise<RecipientFindings & { recipients: string; approval: ApprovalNeed | null }> {
    const { recipients, hashes, everybody } = await checkFile(file)
    const people: People = { recipients, hashes, fields, workspace }
    return {
      recipients: fingerprint(everybody),
      approval: await secondPerson.need(recipients.length, workspace, operator),
      ...rules.tell(await rules.find(people), people),
    }
  }

  /** Tells these people from others at a glance: whoever the agent, in whatever order, and nobody can be read from it. */
  function fingerprint(people: string): string {
    return ledger.hash(people).slice(0, printed)
  }

  /** Some of these people are held back already: starting all of them would call them twice. */
  async function refuseBesidePrepared(target: string): Promise<void> {
    await prepared.sweep()
    const [first, ...others] = await prepared.of(target)
    if (first) throw heldBack([first, ...others], clock.now())
  }

  /** Whether the very same recipients are being called by the same agent, as far as a reading of their batch tells. */
  async function isUnderWay(target: string): Promise<boolean> {
    const holder = await ledger.findTargetHolder(target)
    if (holder?.batchId) await look(holder.batchId).catch(() => {})
    return (await ledger.findTargetHolder(target)) !== undefined
  }

  return {
    prepare,
    start,
    check,
  }
}

export type Launches = ReturnType<typeof createLaunches>
