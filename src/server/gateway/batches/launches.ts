/** Launches: starts batches from a file. Each start is recorded, then sent to the service once (design: the gateway, Commands). */
import {
  type ApprovalNeed,
  csvLimits,
  type LaunchFields,
  type Operator,
  type RecipientFindings,
} from '#contract/index.ts'
import type { Reading } from '#server/child/reader.ts'
import type { LaterCalls, People } from '../calling-rules/recipient-rules.ts'
import { heldBack } from '../contacts/refusals.ts'
import { alreadyUnderWay } from '../ledger/refusals.ts'
import type { InTransaction, Outcome } from '../ledger/types.ts'
import { bytesOf, type FileSource } from '../shared/file-reader.ts'
import type { Store } from '../store/store.ts'
import type { CheckedFile, FileChecks, FileRecipient } from './checked-file.ts'
import {
  numberNotConfirmed,
  overrulingReason,
  refuseOptedOut,
  refuseOversizedTest,
  refusePastStart,
  startIds,
  tooManyTests,
} from './launch-checks.ts'
import type { BatchToPrepare } from './prepared-batches.ts'
import {
  type CalledPeople,
  excludeIndexes,
  type Launch,
  numbersOf,
  type StartDeps,
  type Started,
  targetOf,
} from './starts.ts'

/** A launch with `first` calls this many people, then waits for an operator to confirm the others. */
const callsBeforeConfirmation = 10

const fingerprintCharacters = 8

/** A start that a second person has approved. */
interface ApprovedStart {
  approvalId: string
  /** The id of the second person. */
  approvedBy: string
  /** Runs in the transaction that records the start. */
  claim: InTransaction
  onEnded: (startId: string, state: Outcome['state']) => Promise<void>
}

/**
 * Splits recipients that exceed one request to the service (interface 4) into parts of equal size.
 *
 * @param fileBytes size of the whole file
 * @param maxRows maximum rows of a part
 * @returns the recipients in order, in as few parts as possible; each part fits one request in rows and bytes
 */
function splitInParts(
  { sizeOf }: Pick<CheckedFile, 'sizeOf'>,
  recipients: readonly FileRecipient[],
  fileBytes: number,
  maxRows: number = csvLimits.rows,
): FileRecipient[][] {
  for (
    let partCount = Math.max(Math.ceil(recipients.length / maxRows), Math.ceil(fileBytes / csvLimits.bytes));
    ;
    partCount += 1
  ) {
    if (partCount <= 1) return [[...recipients]]
    const rowsPerPart = Math.ceil(recipients.length / partCount)
    const parts = Array.from({ length: Math.ceil(recipients.length / rowsPerPart) }, (_, index) =>
      recipients.slice(index * rowsPerPart, (index + 1) * rowsPerPart),
    )
    if (rowsPerPart === 1 || parts.every((part) => sizeOf(part) <= csvLimits.bytes)) return parts
  }
}

/** What is known about the operators' own numbers (`accounts/own-numbers.ts`), which tests call. */
export interface OwnNumberChecks {
  /** Whether a start of these numbers can be a test. @param store the transaction, if there is one */
  isConfirmed(operatorId: string, numbers: readonly string[], store?: Store): Promise<boolean>
  /** @param startId in the transaction that records this test, which does not count itself */
  hasTestsLeft(operatorId: string, store: Store, startId: string): Promise<boolean>
}

interface LaunchDeps extends StartDeps, Pick<FileChecks, 'checkPeople'> {
  ownNumbers: OwnNumberChecks
  refreshBatch: (batchId: string) => Promise<unknown>
  /** Maximum rows in one request to the service. A larger file is started in parts. */
  partRows?: number | undefined
}

export function createLaunches(deps: LaunchDeps) {
  const { ledger, registry, clock, checkFile, preparedBatches, closings, contacts, rules, secondPerson, subjects } =
    deps
  const { ownNumbers, checkPeople, fileRows, startSender, refreshBatch, partRows } = deps

  /**
   * Starts a batch.
   *
   * @param approved set if a second person has approved exactly this start
   * @returns the batch's id and the ledger's effect
   * @throws Refusal 400 if a row cannot be called, a row says "do not call" and the operator did not decide to call it, or the start
   *   time has passed; 409 `already_under_way` while a start of the same recipients is live; 409 `too_many_tests`; any refusal of the
   *   recipient rules; `approval_needed` if it needs a second person; any refusal of `Ledger.perform`
   */
  async function start(launch: Launch, approved?: ApprovedStart): Promise<Started> {
    const { file, key, operator, workspace } = launch
    const {
      fields,
      checked,
      hashedTarget,
      target,
      fingerprint,
      people: everybody,
    } = await examine(launch, { canTest: approved === undefined, heldBackBy: approved?.approvalId })
    let calledPeople = everybody
    /** People outside their calling hours, who are called later. */
    let laterGroups: LaterCalls[] = []
    const approval = approved && { approvalId: approved.approvalId, approvedBy: approved.approvedBy }
    // Only the people never called continue the origin's launch. Any other selection begins a launch.
    const launchId = fields.originCalls === 'never_called' ? await registry.launchOf(fields.originId) : undefined
    const idsOf = (startFields: LaunchFields) => startIds(startFields, fingerprint, launchId)
    // Refuses invalid call-backs before anything else.
    const requestedIds = idsOf(launch.fields)
    const { callAgain: _, ...fieldsWithoutCallAgain } = launch.fields
    const recordedFields = { ...fieldsWithoutCallAgain, ...approval }
    let findings: readonly unknown[] = []
    await ledger.checkUnlessRepeated({ endpoint: 'batchStart', operator, key }, async () => {
      // Not before: a test whose number was removed since then would be told that nothing was sent.
      refuseOptedOut(checked, fields)
      // guard: start-time-is-ahead
      refusePastStart(fields.scheduledAt, clock.now())
      await refuseHeldBack(hashedTarget)
      // `Ledger.perform` then refuses it, and names the start that holds the target.
      if (await isUnderWay(hashedTarget)) return
      findings = await rules.find(calledPeople)
      if (fields.outsideHours === 'later') {
        laterGroups = rules.laterCallsOf(findings, everybody)
        const inHours = excludeIndexes(everybody, new Set(laterGroups.flatMap(({ indexes }) => indexes)))
        // If nobody is left, `rules.refuse` refuses the whole start.
        if (inHours.recipients.length === 0) laterGroups = []
        else if (laterGroups.length > 0) {
          calledPeople = inHours
          findings = await rules.find(calledPeople)
        }
      }
      rules.refuse(findings, calledPeople)
      if (!approved && !fields.test) await secondPerson.assertApproved(everybody.hashes, workspace, operator)
    })
    const { recipients, hashes } = calledPeople
    const confirmsAfterFirst = fields.first === '10' && recipients.length > callsBeforeConfirmation
    const firstRecipients = confirmsAfterFirst ? recipients.slice(0, callsBeforeConfirmation) : recipients
    const otherRecipients = confirmsAfterFirst ? recipients.slice(callsBeforeConfirmation) : recipients
    const parts = splitInParts(checked, otherRecipients, checked.bytes, partRows)
    // With a confirmation after the first ten, all parts wait. Otherwise the first part starts now.
    const laterParts = confirmsAfterFirst ? parts : parts.slice(1)
    const startedCount = confirmsAfterFirst ? callsBeforeConfirmation : (parts[0]?.length ?? 0)
    const startsEverybody = startedCount === everybody.recipients.length
    const name =
      confirmsAfterFirst || startedCount === recipients.length
        ? fields.name
        : `${fields.name}, part 1 of ${parts.length}`
    const startedFile = startsEverybody ? await bytesOf(file) : checked.write(firstRecipients.slice(0, startedCount))
    const adjustedFields = rules.adjustFields(findings, calledPeople, fields)
    /** A reason frees only people of this start. */
    const followingFields = { hoursReason: undefined, hoursPeople: undefined, print: fingerprint }
    const startedList = { hashes: hashes.slice(0, startedCount) }
    /** The batches that wait, without their files. */
    const laterBatches: (Omit<BatchToPrepare, 'file'> & { recipients: readonly FileRecipient[] })[] = []
    let nextIndex = startedCount
    for (const [index, part] of laterParts.entries()) {
      const waitsForConfirmation = confirmsAfterFirst && index === 0
      laterBatches.push({
        reason: waitsForConfirmation ? 'after_first_ten' : 'next_part',
        part: { number: parts.length - laterParts.length + index + 1, of: parts.length },
        target: hashedTarget,
        // The choice to call people again holds for each part. After the first ten an operator decides again, within the approval.
        fields: {
          ...(waitsForConfirmation && !approved
            ? recordedFields
            : { ...fields, ...(approval ?? { callAgain: adjustedFields.callAgain }) }),
          ...followingFields,
        },
        recipients: part,
        list: { hashes: hashes.slice(nextIndex, nextIndex + part.length) },
        operator,
        workspace,
        startedBy: waitsForConfirmation ? 'person' : 'gateway',
      })
      nextIndex += part.length
    }
    for (const { indexes, at } of laterGroups) {
      let startedBy: 'person' | 'gateway' = at === null ? 'person' : (fields.afterHours ?? 'person')
      // After the first ten, nobody else is called without a confirmation.
      // guard: others-wait-for-the-word-too
      if (confirmsAfterFirst) startedBy = 'person'
      const people = indexes.flatMap((index) => everybody.recipients[index] ?? [])
      const groupParts = splitInParts(checked, people, checked.sizeOf(people), partRows)
      for (const [index, part] of groupParts.entries())
        laterBatches.push({
          reason: 'outside_hours',
          part: { number: index + 1, of: groupParts.length },
          target: hashedTarget,
          fields: { ...fields, ...approval, outsideHours: undefined, print: fingerprint },
          recipients: part,
          list: { hashes: part.flatMap((recipient) => everybody.hashes[recipient.index] ?? []) },
          operator,
          workspace,
          startedBy,
          startsAt: at ?? undefined,
        })
    }
    const hasPreparedBatches = laterBatches.length > 0
    const lists = fields.test ? [] : [startedList, ...laterBatches.map(({ list }) => list)]
    const answer = await ledger.perform({
      endpoint: 'batchStart',
      ids: { ...idsOf(adjustedFields), ...(fields.scheduledAt && { scheduledAt: fields.scheduledAt }), ...approval },
      // A repeat may get other findings from the rules, so it is compared by the request.
      requestedIds,
      target,
      key,
      body: JSON.stringify(recordedFields) + checked.digest,
      operator,
      reason: overrulingReason(adjustedFields),
      aroundRecord: (record) => contacts.writeBefore(lists, record),
      inTransaction: async (store, effectId) => {
        await approved?.claim(store, effectId)
        const closing = rules.closingOf(await rules.refuseInTransaction(store, calledPeople, findings), calledPeople)
        if (!approved && !fields.test)
          await secondPerson.assertApprovedAgain(store, everybody.hashes, workspace, operator)
        if (fields.test) await refuseTest(operator, numbersOf(recipients), store, effectId)
        // guard: test-is-no-contact
        if (!fields.test) await contacts.add(store, effectId, 'batch', startedList)
        const startedRecipients = recipients.slice(0, startedCount)
        await subjects.add(store, effectId, name, numbersOf(startedRecipients))
        await fileRows.add(store, effectId, startedRecipients)
        const asStarted = { ...fields, ...approval, outsideHours: undefined, ...followingFields, name }
        if (closing)
          await closings.add(store, effectId, { closing, fields: asStarted, target: hashedTarget, workspace })
        for (const batch of laterBatches)
          await preparedBatches.add(store, effectId, { ...batch, file: checked.write(batch.recipients).toString() })
      },
      send: async (effectId, gateway) => {
        const outcome = await startSender.send(
          { ...launch, fields: { ...adjustedFields, name }, file: startedFile },
          effectId,
          gateway,
        )
        if (hasPreparedBatches && outcome.state === 'done' && outcome.batchId)
          await preparedBatches.onLaunchEnded(effectId, { batchId: outcome.batchId })
        return outcome
      },
      onEnded: async (effectId, state) => {
        if (hasPreparedBatches && state === 'refused') await preparedBatches.onLaunchEnded(effectId, null)
        await approved?.onEnded(effectId, state)
        await startSender.cleanUp(effectId, state)
      },
    })
    return answer as Started
  }

  /**
   * Parses the file and derives everything that identifies the start. It is a test only if it calls the operator's own, confirmed number,
   * whatever the request says: otherwise `fields` are those of an ordinary start.
   */
  async function examine(
    {
      file,
      fileRows,
      fields: requested,
      workspace,
      operator,
      signal,
    }: Pick<Launch, 'file' | 'fileRows' | 'fields' | 'workspace' | 'operator' | 'signal'>,
    { canTest = false, heldBackBy }: { canTest?: boolean; heldBackBy?: string | undefined } = {},
  ) {
    const checked = await checkFile(file, { person: operator.id, isStart: true, signal }, fileRows)
    const { recipients, hashes, peopleText } = checked
    refuseOversizedTest(requested, recipients.length)
    const { test, ...ordinary } = requested
    const isTest = test !== undefined && canTest && (await ownNumbers.isConfirmed(operator.id, numbersOf(recipients)))
    const fields: LaunchFields = isTest ? requested : ordinary
    const target = targetOf(fields.agentId, peopleText)
    const people: CalledPeople = { recipients, hashes, fields, workspace, ...(heldBackBy && { heldBackBy }) }
    return {
      fields,
      checked,
      target,
      hashedTarget: ledger.hash(target),
      fingerprint: fingerprintOf(peopleText),
      people,
    }
  }

  /**
   * Prepares a start that waits for approval, without recording it. `check` makes the checks of a start; `checkInTransaction` repeats
   * them in the transaction that records the request. Both throw any refusal of a start. Without a start time, calling hours are checked
   * only when the batch starts.
   *
   * @returns `target`: a keyed hash of agent and people; `text`: the file to send to the service
   */
  async function prepareForApproval(launch: Launch) {
    const { fields, checked, hashedTarget, fingerprint, people: launchPeople } = await examine(launch)
    refuseOptedOut(checked, fields)
    // With a start time, the calling hours can be checked now.
    const people: People =
      launch.fields.scheduledAt === undefined ? { ...launchPeople, isForLater: true } : launchPeople
    let findings: readonly unknown[] = []
    return {
      people,
      fingerprint,
      target: hashedTarget,
      text: checked.write(checked.recipients).toString(),
      check: async (): Promise<void> => {
        refusePastStart(launch.fields.scheduledAt, clock.now())
        await refuseHeldBack(hashedTarget)
        if (await isUnderWay(hashedTarget))
          throw alreadyUnderWay(await ledger.findTargetHolder(hashedTarget), clock.now())
        findings = await rules.find(people)
        rules.refuse(findings, people)
      },
      checkInTransaction: (store: Store) => rules.refuseInTransaction(store, people, findings),
    }
  }

  /**
   * Checks the recipients of a clean file before a start.
   *
   * @returns `recipients`: the fingerprint that the history would show; `approval`: whether a second person is needed; what the rules find
   * @throws Refusal 400 if the file cannot be started
   */
  async function check(
    file: FileSource,
    fields: Partial<LaunchFields>,
    workspace: string,
    operator: Operator,
    reading: Reading,
  ): Promise<RecipientFindings & { recipients: string; approval: ApprovalNeed | null }> {
    const { recipients, hashes, peopleText } = await checkPeople(file, reading)
    const people: People = { recipients, hashes, fields, workspace }
    return {
      recipients: fingerprintOf(peopleText),
      approval: await secondPerson.findNeed(hashes, workspace, operator),
      ...rules.describe(await rules.find(people), people),
    }
  }

  /** Identifies a set of people independent of agent and order. It reveals no number, because the hash is keyed. */
  function fingerprintOf(peopleText: string): string {
    return ledger.hash(peopleText).slice(0, fingerprintCharacters)
  }

  /**
   * Refuses a test in the transaction that records it. Call it after the rules, whose locks make simultaneous starts wait until this one
   * is recorded.
   */
  async function refuseTest(operator: Operator, numbers: readonly string[], store: Store, startId: string) {
    if (!(await ownNumbers.isConfirmed(operator.id, numbers, store))) throw numberNotConfirmed()
    // guard: tests-are-few-at-once
    if (!(await ownNumbers.hasTestsLeft(operator.id, store, startId))) throw tooManyTests()
  }

  /** Refuses a start if some of its people are already held back, because they would be called twice. */
  async function refuseHeldBack(target: string): Promise<void> {
    await preparedBatches.sweep()
    const [first, ...others] = await preparedBatches.findByTarget(target)
    if (first) throw heldBack([first, ...others], clock.now())
  }

  /** Whether the same agent is already calling exactly these recipients. Reads their batch to find out if it has ended. */
  async function isUnderWay(target: string): Promise<boolean> {
    const holder = await ledger.findTargetHolder(target)
    if (holder?.batchId) await refreshBatch(holder.batchId).catch(() => {})
    return (await ledger.findTargetHolder(target)) !== undefined
  }

  return {
    prepareForApproval,
    start,
    check,
  }
}

export type Launches = ReturnType<typeof createLaunches>
