/**
 * The gateway's check of the recipients: their name in the history, and whom the rules about recipients find. It costs no request to
 * the service, but an upload of all rows: it is asked once for each revision of the rows and each start time, and once more at Start.
 */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { type ApprovalNeed, type RecipientFindings, Refusal } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { callsOf, type Launch, type Step } from '../state/launch.ts'
import { cleanFile } from '../state/launch-store.ts'
import { startFieldsOf } from '../state/start-plan.ts'

/** Rows that are edited by hand are compared when they have stayed the same for this long. */
const editPauseMs = 1_500
/** An answer at Start is asked for again when somebody comes back to it after this long. */
const startStaleMs = 30_000

export interface RecipientsCheck {
  /** null: not known (yet). One starts without. */
  print: string | null
  /** null: not known (yet). The gateway looks again at the start. */
  findings: RecipientFindings | null
  /** It needs a second person; null: it does not, as far as is known. */
  approval: ApprovalNeed | null
  /** The findings are about the rows as they are now; otherwise the places of people in them are of earlier rows. */
  isCurrent: boolean
  isChecking: boolean
  /** Why it could not be found out. */
  refusal: Refusal | null
  check: () => void
}

/** Call it once, where all steps are shown: leaving a step then cancels nothing. */
export function useRecipientsCheck(launch: Launch, step: Step): RecipientsCheck {
  const { turn, revision, pendingOperations, plan, origin } = launch
  const { scheduledAt, first, hours } = startFieldsOf(plan, callsOf(launch))
  const { allowed } = usePermission('recipientsCheck')
  const asked = [turn, revision, scheduledAt, first, hours].join('/')
  const settled = useDebouncedValue(asked, step === 'validate' || scheduledAt !== undefined ? editPauseMs : 0)
  const isAsked = allowed && step !== 'upload' && pendingOperations === 0 && callsOf(launch) > 0
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['recipientsCheck', turn, revision, step === 'start', scheduledAt, first, hours],
    queryFn: async ({ signal }) => {
      const file = await cleanFile()
      const upload = { scheduledAt, first, hours, originId: origin?.batchId, originCalls: origin?.calls }
      return file && (await request('recipientsCheck', { upload, file }, { signal })).data
    },
    enabled: isAsked && settled === asked,
    placeholderData: (earlier, query) => (query?.queryKey[1] === turn ? earlier : undefined),
    staleTime: step === 'start' ? startStaleMs : Number.POSITIVE_INFINITY,
  })
  return {
    print: isPlaceholderData ? null : (data?.recipients ?? null),
    findings: data ?? null,
    approval: data?.approval ?? null,
    isCurrent: data != null && !isPlaceholderData,
    isChecking: isFetching,
    refusal: error instanceof Refusal ? error : null,
    check: () => void refetch(),
  }
}
