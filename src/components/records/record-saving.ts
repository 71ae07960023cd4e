/** Saves a record from a form, and never overwrites somebody else's change. A retry reuses the idempotency key, also after a reload. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, type ReadOptions, readNow } from '#api/reads.ts'
import { Refusal } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { isEqual, merge, valueAt } from './draft/record-draft.ts'
import { notAppliedState } from './not-applied.ts'
import type { Restoration } from './restoring/restored-record.ts'
import type { Conflict, Opening } from './unsaved/opening.ts'
import { useStoredCommandKey } from './unsaved/unsaved-work-context.tsx'

export type SaveResult<Rec, Path extends string> =
  | { kind: 'saved'; answer: Rec; notApplied: Path[] }
  /** Somebody else changed the record after it was opened, so nothing was sent. */
  | { kind: 'conflict'; theirs: Rec }

/** Resolves to null if a save is already in progress. */
export type Save<Rec, Draft, Path extends string> = (
  draft: Draft,
  opened: Rec | null,
) => Promise<SaveResult<Rec, Path> | null>

/** How a form's command is sent. */
export interface SendOptions {
  key: string
  restores: string | undefined
}

interface Creation<Rec, Draft, Body, Path extends string> {
  /** @param source the record whose fields that the form does not know are sent too */
  bodyOf: (draft: Draft, source: Rec | undefined) => Body
  /** The version that the form was filled in with; null: none. */
  restoration: Restoration<Rec> | null
  send: (body: Body, options: SendOptions) => Promise<Rec>
  notApplied: (sent: Body, answer: Rec) => Path[]
}

/** Creates the record. A retry after a lost answer has the same idempotency key, so it does not create a second record. */
export function useCreation<Rec, Draft, Body, Path extends string>({
  bodyOf,
  restoration,
  send,
  notApplied,
}: Creation<Rec, Draft, Body, Path>): Save<Rec, Draft, Path> {
  const commandRunner = useCommandRunner(useStoredCommandKey())
  return async (draft) => {
    const body = bodyOf(draft, restoration?.record)
    const answer = await commandRunner.runOnce((key) => send(body, { key, restores: restoration?.header }), body)
    return answer && { kind: 'saved', answer, notApplied: notApplied(body, answer) }
  }
}

interface Update<Rec, Draft, Body extends object, Path extends string> {
  read: ReadOptions<Rec>
  /**
   * The body that saves the draft; {} if nothing differs.
   *
   * @param source the record whose fields that the form does not know are sent too
   */
  changesOf: (record: Rec, draft: Draft, source: Rec) => Body
  /** The version that the form was filled in with; null: none. */
  restoration: Restoration<Rec> | null
  /** Whether somebody changed the record after the form was opened. */
  isChanged: (opened: Rec, now: Rec) => boolean
  send: (body: Body, options: SendOptions) => Promise<Rec>
  notApplied: (sent: Body, answer: Rec) => Path[]
}

/** Reads the record again and sends what differs, unless somebody else changed it in the meantime. */
export function useUpdate<Rec, Draft, Body extends object, Path extends string>({
  read,
  changesOf,
  restoration,
  isChanged,
  send,
  notApplied,
}: Update<Rec, Draft, Body, Path>): Save<Rec, Draft, Path> {
  const commandRunner = useCommandRunner(useStoredCommandKey())
  return async (draft, opened) => {
    const now = await readNow(read)
    const body = changesOf(now, draft, restoration?.record ?? now)
    // Already saved: an answer was lost, or a colleague made the same change.
    if (Object.keys(body).length === 0) return { kind: 'saved', answer: now, notApplied: [] }
    // A version is not merged with somebody else's changes: the gateway refuses to restore it if there is a later one.
    if (!restoration && opened && isChanged(opened, now)) return { kind: 'conflict', theirs: now }
    const answer = await commandRunner.runOnce((key) => send(body, { key, restores: restoration?.header }), body)
    if (!answer) return null
    queryClient.setQueryData(read.queryKey, { data: answer, readAt: Date.now(), etag: null })
    return { kind: 'saved', answer, notApplied: notApplied(body, answer) }
  }
}

/**
 * The number of changes that a save would make. A restored version may also differ only in fields that the form does not know, which count
 * as one.
 *
 * @param inForm the number of fields that differ in the form
 */
export function countChanges<Rec, Draft>(
  inForm: number,
  opened: Rec | null,
  draft: Draft,
  restoration: Restoration<Rec> | null,
  changesOf: (record: Rec, draft: Draft, source: Rec) => object,
): number {
  if (inForm > 0 || !opened || !restoration) return inForm
  return Object.keys(changesOf(opened, draft, restoration.record)).length > 0 ? 1 : 0
}

export type Problems<Path extends string = string> = Partial<Record<Path, string>>

interface Saving<Rec, Draft, Path extends string> {
  /** The record as it was opened; null for a new one. */
  record: Rec | null
  /** The form's fields, in order. */
  paths: readonly Path[]
  draftOf: (record: Rec) => Draft
  opening: Opening<Draft, Path>
  save: Save<Rec, Draft, Path>
  /** The path to open after a save: the saved record's page, or the form in which it is edited further (`stay`). */
  pathOf: (answer: Rec, stay: boolean) => string
  /** Sets a field of the form to somebody else's value. */
  setField: (path: Path, value: unknown) => void
  /** Called instead of opening a page, if the form stays open after this save. */
  onStay?: ((answer: Rec, saved: Draft, notApplied: Path[]) => void) | null
}

/** The state of a form: its record, the number of failed attempts, and the outcome of the last attempt. */
export function useSaving<Rec extends { updatedAt: string }, Draft, Path extends string>({
  record,
  paths,
  draftOf,
  opening,
  save,
  pathOf,
  setField,
  onStay,
}: Saving<Rec, Draft, Path>) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState(record)
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<{ refusal: Refusal; draft: Draft } | null>(null)
  const [conflict, setConflict] = useState<(Conflict<Draft, Path> & { at: string }) | null>(
    opening.conflict && record && { ...opening.conflict, at: record.updatedAt },
  )
  /** A save that keeps the form open ends what the form says about restored work: discarding or restoring it would undo the save. */
  const [restoredAt, setRestoredAt] = useState(opening.restoredAt)
  const [completion, setCompletion] = useState<{ to: string; state: unknown } | null>(null)

  // Navigates in an effect, after the unsaved-changes guard has rendered with nothing to lose.
  useEffect(() => {
    if (completion) void navigate(completion.to, { state: completion.state, replace: true })
  }, [completion, navigate])

  const mergeTheirs = (theirs: Rec, mine: Draft) => {
    if (!opened) return
    const now = draftOf(theirs)
    const before = draftOf(opened)
    const merged = merge(paths, before, now, mine)
    for (const path of merged.adopted) setField(path, valueAt(now, path))
    setOpened(theirs)
    setConflict({ ...merged, before, now, at: theirs.updatedAt })
  }
  const refusedFields = (refusal: Refusal): [Path, string][] =>
    Object.entries(refusal.data.fields ?? {}).filter((entry): entry is [Path, string] =>
      (paths as readonly string[]).includes(entry[0]),
    )

  return {
    opened,
    /** What the form shows without changes. */
    unchanged: opened ? draftOf(opened) : opening.start,
    /** When the restored work was stored, epoch ms; null: nothing was restored, or it was saved. */
    restoredAt,
    /** Forgets the results of earlier attempts, because the changes were discarded. */
    reset: () => {
      setConflict(null)
      setRefused(null)
      setAttempt(0)
    },
    attempt,
    /** Counts an attempt that failed validation: nothing was sent. */
    countFailedAttempt: () => setAttempt((before) => before + 1),
    refusal: refused?.refusal ?? null,
    /** The problems of fields that the refusal names, until the field is changed. */
    problemsOf: (draft: Draft): Problems<Path> =>
      Object.fromEntries(
        refused
          ? refusedFields(refused.refusal).filter(([path]) =>
              isEqual(valueAt(refused.draft, path), valueAt(draft, path)),
            )
          : [],
      ) as Problems<Path>,
    conflict,
    isDone: completion !== null,
    /** @param stay keeps the form open after the save */
    saveDraft: async (draft: Draft, stay = false) => {
      setRefused(null)
      try {
        const result = await save(draft, opened)
        if (!result) return
        if (result.kind === 'conflict') return mergeTheirs(result.theirs, draft)
        if (stay && onStay) {
          setOpened(result.answer)
          setConflict(null)
          setAttempt(0)
          setRestoredAt(null)
          return onStay(result.answer, draft, result.notApplied)
        }
        setCompletion({ to: pathOf(result.answer, stay), state: notAppliedState(result.notApplied) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        setRefused({ refusal: error, draft })
        if (refusedFields(error).length > 0) setAttempt((before) => before + 1)
      }
    },
  }
}
export type SavingState<Draft, Path extends string> = Pick<
  ReturnType<typeof useSaving<{ updatedAt: string }, Draft, Path>>,
  'attempt' | 'refusal' | 'conflict' | 'isDone' | 'unchanged' | 'restoredAt' | 'reset'
>
