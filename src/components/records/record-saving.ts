/** Saving a record from a form: under one intention, never over somebody else's change, and what became of it. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, type Read, readNow } from '#api/reads.ts'
import { Refusal } from '#contract/index.ts'
import { useIntention } from '#kit/actions/intention.ts'
import { notKeptState } from './not-kept-fields.ts'
import { type Merge, merge, same, valueAt } from './record-draft.ts'

/** What became of saving. */
export type Saved<Rec, Path extends string> =
  | { kind: 'saved'; answer: Rec; notKept: Path[] }
  /** Nothing was sent: somebody else changed the record since it was opened. */
  | { kind: 'changed'; theirs: Rec }

/** Null: it is being saved already. */
export type Save<Rec, Draft, Path extends string> = (
  draft: Draft,
  opened: Rec | null,
) => Promise<Saved<Rec, Path> | null>

interface Creation<Rec, Draft, Body, Path extends string> {
  bodyOf: (draft: Draft) => Body
  send: (body: Body, key: string) => Promise<Rec>
  notKept: (sent: Body, answer: Rec) => Path[]
}

/** Creates the record; asked again after a lost answer, it joins the first try. */
export function useCreation<Rec, Draft, Body, Path extends string>({
  bodyOf,
  send,
  notKept,
}: Creation<Rec, Draft, Body, Path>): Save<Rec, Draft, Path> {
  const intention = useIntention()
  return async (draft) => {
    const body = bodyOf(draft)
    const answer = await intention.carryOut((key) => send(body, key), body)
    return answer && { kind: 'saved', answer, notKept: notKept(body, answer) }
  }
}

interface Update<Rec, Draft, Body extends object, Path extends string> {
  read: Read<Rec>
  /** What brings the record to the draft; empty when it is there already. */
  changesOf: (record: Rec, draft: Draft) => Body
  /** Whether the record shows anything else than when the form was opened. */
  isChanged: (opened: Rec, now: Rec) => boolean
  send: (body: Body, key: string) => Promise<Rec>
  notKept: (sent: Body, answer: Rec) => Path[]
}

/** Reads the record once more, and sends what differs, unless somebody else changed it meanwhile. */
export function useUpdate<Rec, Draft, Body extends object, Path extends string>({
  read,
  changesOf,
  isChanged,
  send,
  notKept,
}: Update<Rec, Draft, Body, Path>): Save<Rec, Draft, Path> {
  const intention = useIntention()
  return async (draft, opened) => {
    const now = await readNow(read)
    const body = changesOf(now, draft)
    // It is there already: an answer was lost, or a colleague wrote the same.
    if (Object.keys(body).length === 0) return { kind: 'saved', answer: now, notKept: [] }
    if (opened && isChanged(opened, now)) return { kind: 'changed', theirs: now }
    const answer = await intention.carryOut((key) => send(body, key), body)
    if (!answer) return null
    queryClient.setQueryData(read.queryKey, { data: answer, readAt: Date.now(), etag: null })
    return { kind: 'saved', answer, notKept: notKept(body, answer) }
  }
}

export type Problems<Path extends string = string> = Partial<Record<Path, string>>

interface Saving<Rec, Draft, Path extends string> {
  /** The record as it was opened; null for a new one. */
  record: Rec | null
  /** The form's fields, in its order. */
  paths: readonly Path[]
  draftOf: (record: Rec) => Draft
  save: Save<Rec, Draft, Path>
  /** Where the saved record is shown. */
  shownAt: (answer: Rec) => string
  /** Puts into the form what somebody else wrote into the record. */
  put: (path: Path, value: unknown) => void
}

/** Where a form stands: the record that it is about, the tries, and what came of the last. */
export function useSaving<Rec extends { updatedAt: string }, Draft, Path extends string>({
  record,
  paths,
  draftOf,
  save,
  shownAt,
  put,
}: Saving<Rec, Draft, Path>) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState(record)
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<{ refusal: Refusal; draft: Draft } | null>(null)
  const [changed, setChanged] = useState<(Merge<Draft, Path> & { now: Draft; at: string }) | null>(null)
  const [done, setDone] = useState<{ to: string; state: unknown } | null>(null)

  // The router, which asks the guard of unsaved changes once that knows that nothing is left to lose.
  useEffect(() => {
    if (done) void navigate(done.to, { state: done.state, replace: true })
  }, [done, navigate])

  const takeOver = (theirs: Rec, mine: Draft) => {
    if (!opened) return
    const now = draftOf(theirs)
    const merged = merge(paths, draftOf(opened), now, mine)
    for (const path of merged.taken) put(path, valueAt(now, path))
    setOpened(theirs)
    setChanged({ ...merged, now, at: theirs.updatedAt })
  }
  const named = (refusal: Refusal): [Path, string][] =>
    Object.entries(refusal.data.fields ?? {}).filter((entry): entry is [Path, string] =>
      (paths as readonly string[]).includes(entry[0]),
    )

  return {
    opened,
    attempt,
    /** The try failed before anything was sent. */
    fail: () => setAttempt((before) => before + 1),
    refusal: refused?.refusal ?? null,
    /** The fields that the refusal names; what was refused is at fault only as long as it stands there. */
    problemsOf: (draft: Draft): Problems<Path> =>
      Object.fromEntries(
        refused
          ? named(refused.refusal).filter(([path]) => same(valueAt(refused.draft, path), valueAt(draft, path)))
          : [],
      ) as Problems<Path>,
    changed,
    isDone: done !== null,
    run: async (draft: Draft) => {
      setRefused(null)
      try {
        const result = await save(draft, opened)
        if (!result) return
        if (result.kind === 'changed') return takeOver(result.theirs, draft)
        setDone({ to: shownAt(result.answer), state: notKeptState(result.notKept) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        setRefused({ refusal: error, draft })
        if (named(error).length > 0) setAttempt((before) => before + 1)
      }
    },
  }
}
export type SavingState<Draft, Path extends string> = Pick<
  ReturnType<typeof useSaving<{ updatedAt: string }, Draft, Path>>,
  'attempt' | 'refusal' | 'changed' | 'isDone'
>
