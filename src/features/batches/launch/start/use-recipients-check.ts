/** The gateway's check of the recipients: their name in the history, and who is already called. It costs no request to the service. */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { type Contacted, Refusal } from '#contract/index.ts'
import { cleanFile } from '../state/launch-store.ts'

export interface RecipientsCheck {
  /** null: not known (yet). One starts without. */
  print: string | null
  /** null: not known (yet). The gateway looks again at the start. */
  contacted: Contacted | null
  isChecking: boolean
  /** Why it could not be found out. */
  refusal: Refusal | null
  check: () => void
}

/** @param revision of the rows: other rows are checked anew */
export function useRecipientsCheck(revision: number): RecipientsCheck {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['recipientsCheck', revision],
    queryFn: async () => {
      const file = await cleanFile()
      return file && (await request('recipientsCheck', { upload: {}, file })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return {
    print: data?.recipients ?? null,
    contacted: data?.contacted ?? null,
    isChecking: isFetching,
    refusal: error instanceof Refusal ? error : null,
    check: () => void refetch(),
  }
}
