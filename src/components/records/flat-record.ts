/**
 * A record whose form has no field inside another, and which a PUT replaces (interface 7): what the form holds, what is wrong with it,
 * and what is sent. Pure.
 */
import type * as z from 'zod/mini'
import * as record from './record-draft.ts'
import type { Problems } from './record-saving.ts'

/** The service decides these, whatever is sent. */
const ofService = new Set(['_id', 'id', 'createdAt', 'updatedAt'])

/**
 * What a PUT sends back of a record: everything that was read, fields that nobody here knows included. An empty word stands for what the
 * service did not send (`contract/shared/wire.ts`), so it is left out.
 */
export const sentBack = (whole: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(whole).filter(([name, value]) => !ofService.has(name) && value !== ''))

interface Definition<Draft> {
  /** Every field of the form, in its order. */
  labels: Record<keyof Draft & string, string>
  /** A new one. */
  empty: Draft
  /** What the service takes. */
  body: z.ZodMiniType
}

/** The form of such a record. Its draft has the record's own fields. */
export function flatRecord<Rec extends Draft & { updatedAt: string }, Draft extends object>({
  labels,
  empty,
  body,
}: Definition<Draft>) {
  type Path = keyof Draft & string
  const paths = Object.keys(labels) as Path[]
  const draftOf = (whole: Rec): Draft => Object.fromEntries(paths.map((path) => [path, whole[path]])) as Draft
  const differences = (before: Draft, after: Draft): Path[] => record.differences(paths, before, after)

  const creationOf = (draft: Draft): Record<string, unknown> => sentBack(draft)

  /** What brings the record to this draft: all of it, with the changes on top; empty when it is there already. */
  function replacementOf(whole: Rec, draft: Draft): Record<string, unknown> {
    const changed = differences(draftOf(whole), draft)
    if (changed.length === 0) return {}
    return { ...sentBack(whole), ...Object.fromEntries(changed.map((path) => [path, draft[path]])) }
  }

  function sentenceOf(path: Path, issue: z.core.$ZodIssue, value: unknown): string {
    const label = labels[path]
    if (issue.code === 'too_big' && typeof value === 'string') {
      return `${label}: at most ${issue.maximum} characters; this has ${value.length}.`
    }
    return value === null || value === '' ? `Enter the ${label.toLowerCase()}.` : `${label}: this cannot be used here.`
  }

  /** A sentence for each field at fault; empty when the draft may be sent. */
  function problemsOf(draft: Draft, whole: Rec | null): Problems<Path> {
    const sent = { ...(whole ? { ...sentBack(whole), ...draft } : creationOf(draft)) }
    const judged = body.safeParse({ name: '', ...sent })
    const changed = new Set<string>(whole ? differences(draftOf(whole), draft) : paths)
    // A field that the service had left out stays out unless somebody wrote into it.
    const issues = judged.success ? [] : judged.error.issues
    return Object.fromEntries(
      issues.flatMap((issue) => {
        const path = paths.find((one) => one === issue.path[0])
        if (path === undefined || !(changed.has(path) || path === 'name')) return []
        return [[path, sentenceOf(path, issue, draft[path])]]
      }),
    ) as Problems<Path>
  }

  return {
    labels,
    paths,
    empty,
    draftOf,
    differences,
    creationOf,
    replacementOf,
    problemsOf,
    /** Whether a record shows anything else than when its form was opened. */
    isChanged: (opened: Rec, now: Rec): boolean => differences(draftOf(opened), draftOf(now)).length > 0,
    /** The fields that the service's answer does not show as they were sent. */
    notKept: (sent: object, answer: Rec): Path[] => record.notKept(paths, sent, answer),
  }
}

export type FlatRecord<Rec extends Draft & { updatedAt: string }, Draft extends object> = ReturnType<
  typeof flatRecord<Rec, Draft>
>
