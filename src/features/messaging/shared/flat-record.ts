/** The form of a flat record, which has no nested fields and which a PUT replaces (interface 7): its draft, validation and bodies. Pure. */
import type * as z from 'zod/mini'
import * as record from '#components/records/draft/record-draft.ts'
import type { Problems } from '#components/records/record-saving.ts'
import * as texts from '#components/records/texts.tsx'

/** The service sets these fields and ignores them in a request. */
const serviceFields = new Set(['_id', 'id', 'createdAt', 'updatedAt'])

/**
 * The body of a PUT that changes nothing: every field that was read, including those that we do not know. An empty string stands for a field
 * that the service did not send (`contract/shared/wire.ts`), so it is left out.
 */
export const replacementBody = (fullRecord: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fullRecord).filter(([name, value]) => !serviceFields.has(name) && value !== ''))

interface Definition<Rec, Draft> {
  /** Every field of the form, in its order. */
  labels: Record<keyof Draft & string, string>
  /** The draft of a new record. */
  empty: Draft
  /** The schema of the body. */
  body: z.ZodMiniType
  /** What is wrong with a record that the draft activates, as sentences; [] if it activates nothing. */
  activationProblems?: (fullRecord: Rec | null, draft: Draft) => string[]
}

/** The form of a flat record. The draft has a subset of the record's fields. */
export function flatRecord<Rec extends Draft & { updatedAt: string }, Draft extends object>({
  labels,
  empty,
  body,
  activationProblems = () => [],
}: Definition<Rec, Draft>) {
  type Path = keyof Draft & string
  const paths = Object.keys(labels) as Path[]
  const draftOf = (fullRecord: Rec): Draft => Object.fromEntries(paths.map((path) => [path, fullRecord[path]])) as Draft
  const differences = (before: Draft, after: Draft): Path[] => record.differences(paths, before, after)

  /** The body that creates the record. @param source a record whose fields that the form does not know are sent too */
  const creationOf = (draft: Draft, source?: Rec): Record<string, unknown> => replacementBody({ ...source, ...draft })

  /**
   * The body that saves this draft: the record with the changes on top; {} if nothing changed.
   *
   * @param source the record whose fields that the form does not know are sent
   */
  function replacementOf(fullRecord: Rec, draft: Draft, source = fullRecord): Record<string, unknown> {
    const changed = [...differences(draftOf(source), draft), ...differences(draftOf(fullRecord), draft)]
    const body = { ...replacementBody(source), ...Object.fromEntries(changed.map((path) => [path, draft[path]])) }
    return record.isEqual(body, replacementBody(fullRecord)) ? {} : body
  }

  function problemText(path: Path, issue: z.core.$ZodIssue, value: unknown): string {
    const label = labels[path]
    if (issue.code === 'too_big' && typeof value === 'string') {
      return texts.fieldTooLong(label, Number(issue.maximum), value.length)
    }
    return value === null || value === '' ? texts.fieldMissing(label) : texts.fieldInvalid(label)
  }

  /** A sentence for each invalid field; {} if the draft can be sent. */
  function problemsOf(draft: Draft, fullRecord: Rec | null): Problems<Path> {
    const sent = { ...(fullRecord ? { ...replacementBody(fullRecord), ...draft } : creationOf(draft)) }
    const result = body.safeParse({ name: '', ...sent })
    const changed = new Set<string>(fullRecord ? differences(draftOf(fullRecord), draft) : paths)
    // An unchanged field is sent as the service sent it, valid or not.
    const issues = result.success ? [] : result.error.issues
    return Object.fromEntries(
      issues.flatMap((issue) => {
        const path = paths.find((formPath) => formPath === issue.path[0])
        if (path === undefined || !(changed.has(path) || path === 'name')) return []
        return [[path, problemText(path, issue, draft[path])]]
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
    activationProblems,
    /** Whether the record changed in a field of the form after the form was opened. */
    isChanged: (opened: Rec, now: Rec): boolean => differences(draftOf(opened), draftOf(now)).length > 0,
    /** The fields that the service's answer does not show as they were sent. */
    notApplied: (sent: object, answer: Rec): Path[] => record.notApplied(paths, sent, answer),
  }
}

export type FlatRecord<Rec extends Draft & { updatedAt: string }, Draft extends object> = ReturnType<
  typeof flatRecord<Rec, Draft>
>
