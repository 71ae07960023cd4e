/** Launches: starts batches from a file. Each start is recorded, then sent to the service once (design: the gateway, Commands). */
import type { ApprovalNeed, LaunchFields, Operator, RecipientFindings } from '#contract/index.ts'
import type { CallLater, People } from '../calling-rules/recipient-rules.ts'
import { heldBack } from '../contacts/refusals.ts'
import { alreadyUnderWay } from '../ledger/refusals.ts'
import type { InTransaction, Outcome } from '../ledger/types.ts'
import type { Store } from '../store/store.ts'
import { overrulingReason, refuseOptedOut, refuseOversizedTest, refusePastStart, startIds } from './launch-checks.ts'
import { splitInParts } from './split-in-parts.ts'
import {
  type CalledPeople,
  excludePlaces,
  type Launch,
  numbersOf,
  type StartDeps,
  type Started,
  targetOf,
} from './starts.ts'

/** A launch with `first` calls this many people, then waits for an operator to confirm the others. */
const callsBeforeConfirmation = 10

/** Characters. */
const fingerprintLength = 8

/** A start that a second person has approved. */
interface ApprovedStart {
  approvalId: string
  /** The id of the second person. */
  approvedBy: string
  /** Runs in the transaction that records the start. */
  claim: InTransaction
  onEnded: (startId: string, state: Outcome['state']) => Promise<void>
}

interface LaunchDeps extends StartDeps {
  refreshBatch: (batchId: string) => Promise<unknown>
  /** Maximum rows in one request to the service. A larger file is started in parts. */
  partRows?: number | undefined
}

export function createLaunches(deps: LaunchDeps) {
  const { ledger, registry, clock, checkFile, prepared, closings, contacts, rules, secondPerson, subjects } = deps
  const { startSender, refreshBatch, partRows } = deps

  /**
   * Starts a batch.
   *
   * @param approved set if a second person has approved exactly this start
   * @returns the batch's id and the ledger's effect
   * @throws Refusal 400 if a row cannot be called, a row says "do not call" and the operator did not decide to call it, or the start
   *   time has passed; 409 `already_under_way` while a start of the same recipients is live; any refusal of the recipient rules;
   *   `approval_needed` if it needs a second person; any refusal of `Ledger.perform`
   */
  async function start(launch: Launch, approved?: ApprovedStart): Promise<Started> {
    const { fields, file, key, operator, workspace } = launch
    const { checked, hashed, target, print, people: everybody } = await examine(launch, approved?.approvalId)
    let called = everybody
    /** People who wait until their calling hours begin. */
    let outside: CallLater[] = []
    const approval = approved && { approvalId: approved.approvalId, approvedBy: approved.approvedBy }
    // Only the people never called continue the origin's launch. Any other selection begins a launch.
    const launchId = fields.originCalls === 'never_called' ? await registry.launchOf(fields.originId) : undefined
    const ids = (some: LaunchFields) => startIds(some, print, launchId)
    // Refuses invalid call-backs before anything else.
    const requestedIds = ids(fields)
    const { callAgain: _, ...others } = fields
    const recorded = { ...others, ...approval }
    let found: readonly unknown[] = []
    await ledger.checkUnlessRepeated({ endpoint: 'batchStart', operator, key }, async () => {
      // guard: start-time-is-ahead
      refusePastStart(fields.scheduledAt, clock.now())
      await refuseBesidePrepared(hashed)
      // `Ledger.perform` then refuses it, and names the start that holds the target.
      if (await isUnderWay(hashed)) return
      found = await rules.find(called)
      if (fields.outsideHours === 'later') {
        outside = rules.later(found, everybody)
        const inHours = excludePlaces(everybody, new Set(outside.flatMap(({ places }) => places)))
        // If nobody is left, `rules.refuse` refuses the whole start.
        if (inHours.recipients.length === 0) outside = []
        else if (outside.length > 0) {
          called = inHours
          found = await rules.find(called)
        }
      }
      rules.refuse(found, called)
      if (!approved) await secondPerson.assertApproved(everybody.recipients.length, workspace, operator)
    })
    const { recipients, hashes } = called
    const asksAfterFirst = fields.first === '10' && recipients.length > callsBeforeConfirmation
    const firstRecipients = asksAfterFirst ? recipients.slice(0, callsBeforeConfirmation) : recipients
    const otherRecipients = asksAfterFirst ? recipients.slice(callsBeforeConfirmation) : recipients
    const chunks = splitInParts(checked, otherRecipients, file.length, partRows)
    // With a confirmation after the first ten, all parts wait. Otherwise the first part starts now.
    const laterParts = asksAfterFirst ? chunks : chunks.slice(1)
    const startedCount = asksAfterFirst ? callsBeforeConfirmation : (chunks[0]?.length ?? 0)
    const isWhole = startedCount === everybody.recipients.length
    const name =
      asksAfterFirst || startedCount === recipients.length ? fields.name : `${fields.name}, part 1 of ${chunks.length}`
    const sent = isWhole ? file : checked.write(firstRecipients.slice(0, startedCount))
    const leavesPrepared = laterParts.length + outside.length > 0
    const fitting = rules.fit(found, called, fields)
    const answer = await ledger.perform({
      endpoint: 'batchStart',
      ids: { ...ids(fitting), ...(fields.scheduledAt && { scheduledAt: fields.scheduledAt }), ...approval },
      // A repeat may get other findings from the rules, so it is compared by what was asked.
      requestedIds,
      target,
      key,
      body: JSON.stringify(recorded) + checked.digest,
      operator,
      reason: overrulingReason(fields),
      inTransaction: async (store, effectId) => {
        await approved?.claim(store, effectId)
        const closing = rules.closing(await rules.refuseInRecord(store, called, found), called)
        // guard: test-is-no-contact
        if (!fields.test) await contacts.add(store, effectId, 'batch', hashes.slice(0, startedCount))
        await subjects.add(store, effectId, name, numbersOf(recipients.slice(0, startedCount)))
        const asStarted = { ...fields, ...approval, outsideHours: undefined, name, print }
        if (closing) await closings.add(store, effectId, { closing, fields: asStarted, target: hashed, workspace })
        let from = startedCount
        for (const [at, part] of laterParts.entries()) {
          const waitsForConfirmation = asksAfterFirst && at === 0
          await prepared.add(store, effectId, {
            reason: waitsForConfirmation ? 'after_first_ten' : 'next_part',
            part: { number: chunks.length - laterParts.length + at + 1, of: chunks.length },
            target: hashed,
            // The choice to call people again holds for each part. After the first ten an operator decides again, within the approval.
            fields: {
              ...(waitsForConfirmation && !approved ? recorded : { ...fields, ...approval }),
              hoursReason: undefined,
              hoursPeople: undefined,
              print,
            },
            file: checked.write(part).toString(),
            recipients: part,
            hashes: hashes.slice(from, from + part.length),
            operator,
            workspace,
            startedBy: waitsForConfirmation ? 'person' : 'gateway',
          })
          from += part.length
        }
        for (const { places, at } of outside) {
          let startedBy: 'person' | 'gateway' = at === null ? 'person' : (fields.afterHours ?? 'person')
          // With a confirmation after the first ten, nobody else is called without it.
          // guard: others-wait-for-the-word-too
          if (asksAfterFirst) startedBy = 'person'
          const people = places.flatMap((place) => everybody.recipients[place] ?? [])
          await prepared.add(store, effectId, {
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
        const outcome = await startSender.send(
          { ...launch, fields: { ...fitting, name }, file: sent },
          effectId,
          gateway,
        )
        if (leavesPrepared && outcome.state === 'done' && outcome.batchId)
          await prepared.onLaunchEnded(effectId, { batchId: outcome.batchId })
        return outcome
      },
      onEnded: async (effectId, state) => {
        if (leavesPrepared && state === 'refused') await prepared.onLaunchEnded(effectId, null)
        await approved?.onEnded(effectId, state)
        await startSender.cleanUp(effectId, state)
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
    refuseOversizedTest(fields, recipients.length)
    const target = targetOf(fields.agentId, everybody)
    const people: CalledPeople = { recipients, hashes, fields, workspace, ...(heldBackBy && { heldBackBy }) }
    return { checked, target, hashed: ledger.hash(target), print: fingerprint(everybody), people }
  }

  /**
   * Prepares a start that waits for approval, without recording it. `admit` makes the checks of a start; `admitInRecord` repeats them in
   * the transaction that records the request. Both throw any refusal of a start. Without a start time, calling hours are checked only
   * when the batch starts.
   *
   * @returns `target`: a keyed hash of agent and people; `text`: the file to send to the service
   */
  async function prepare(launch: Launch) {
    const { checked, hashed, print, people: asked } = await examine(launch)
    // With a start time, the calling hours can be checked now.
    const people: People = launch.fields.scheduledAt === undefined ? { ...asked, isForLater: true } : asked
    let found: readonly unknown[] = []
    return {
      people,
      print,
      target: hashed,
      text: checked.write(checked.recipients).toString(),
      admit: async (): Promise<void> => {
        refusePastStart(launch.fields.scheduledAt, clock.now())
        await refuseBesidePrepared(hashed)
        if (await isUnderWay(hashed)) throw alreadyUnderWay(await ledger.findTargetHolder(hashed), clock.now())
        found = await rules.find(people)
        rules.refuse(found, people)
      },
      admitInRecord: (store: Store) => rules.refuseInRecord(store, people, found),
    }
  }

  /**
   * Checks the recipients of a clean file before a start.
   *
   * @returns `recipients`: the fingerprint that the history would show; `approval`: whether a second person is needed; what the rules find
   * @throws Refusal 400 if the file cannot be started
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

  /** Identifies a set of people independent of agent and order. It reveals no number, because the hash is keyed. */
  function fingerprint(people: string): string {
    return ledger.hash(people).slice(0, fingerprintLength)
  }

  /** Refuses a start of people of whom some are already held back: they would be called twice. */
  async function refuseBesidePrepared(target: string): Promise<void> {
    await prepared.sweep()
    const [first, ...others] = await prepared.findByTarget(target)
    if (first) throw heldBack([first, ...others], clock.now())
  }

  /** Whether the same agent is already calling exactly these recipients. Reads their batch to find out if it has ended. */
  async function isUnderWay(target: string): Promise<boolean> {
    const holder = await ledger.findTargetHolder(target)
    if (holder?.batchId) await refreshBatch(holder.batchId).catch(() => {})
    return (await ledger.findTargetHolder(target)) !== undefined
  }

  return {
    prepare,
    start,
    check,
  }
}

export type Launches = ReturnType<typeof createLaunches>
