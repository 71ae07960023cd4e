/**
 * The gateway's check of the recipients: their fingerprint, and the people whom the calling rules find. It costs no request to the service, but an
 * upload of all rows. So it is sent once for each revision of the rows and each start time, and once more at Start.
 */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { type ApprovalNeed, type RecipientFindings, Refusal } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { callCountOf, type NewBatch, type Step } from '../state/new-batch.ts'
import { cleanFile } from '../state/new-batch-store.ts'
import { startFieldsOf } from '../state/start-plan.ts'

/** Edited rows are checked once they have not changed for this long. */
const editPauseMs = 1_500
/** At Start, findings older than this are refetched. */
const startStaleMs = 30_000

export interface RecipientsCheck {
  /** null: unknown. A start does not need it. */
  fingerprint: string | null
  /** null: unknown. The gateway checks again at the start. */
  findings: RecipientFindings | null
  /** Why the start needs the approval of a second person; null: it does not, or that is not known yet. */
  approval: ApprovalNeed | null
  /** Whether the findings are about the current rows. Otherwise their row numbers may be wrong. */
  isCurrent: boolean
  isChecking: boolean
  /** Why the check failed. */
  refusal: Refusal | null
  recheck: () => void
}

/** Must be called in one place for all steps, so that leaving a step does not cancel the check. */
export function useRecipientsCheck(newBatch: NewBatch, step: Step): RecipientsCheck {
  const { readingNumber, revision, pendingOperations, plan, origin } = newBatch
  const { scheduledAt, first, hours } = startFieldsOf(plan, callCountOf(newBatch))
  const { allowed } = usePermission('recipientsCheck')
  const checkKey = [readingNumber, revision, scheduledAt, first, hours].join('/')
  const debouncedKey = useDebouncedValue(checkKey, step === 'validate' || scheduledAt !== undefined ? editPauseMs : 0)
  const isEnabled = allowed && step !== 'upload' && pendingOperations === 0 && callCountOf(newBatch) > 0
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['recipientsCheck', readingNumber, revision, step === 'start', scheduledAt, first, hours],
    queryFn: async ({ signal }) => {
      const file = await cleanFile()
      const upload = { scheduledAt, first, hours, originId: origin?.batchId, originCalls: origin?.calls }
      return file && (await request('recipientsCheck', { upload, file }, { signal })).data
    },
    enabled: isEnabled && debouncedKey === checkKey,
    placeholderData: (earlier, query) => (query?.queryKey[1] === readingNumber ? earlier : undefined),
    staleTime: step === 'start' ? startStaleMs : Number.POSITIVE_INFINITY,
  })
  return {
    fingerprint: isPlaceholderData ? null : (data?.recipients ?? null),
    findings: data ?? null,
    approval: data?.approval ?? null,
    isCurrent: data != null && !isPlaceholderData,
    isChecking: isFetching,
    refusal: error instanceof Refusal ? error : null,
    recheck: () => void refetch(),
  }
}
