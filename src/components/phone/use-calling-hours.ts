/** The calling hours of the workspace. The gateway stores them, so reading them costs no request to the service. */
import { read, useRead } from '#api/reads.ts'
import type { CallingHours } from '#contract/index.ts'

const rulesRead = read('callingRulesShow')

/** The calling hours; null while they are loading, or if they could not be read. */
export const useCallingHours = (): CallingHours | null => useRead(rulesRead).data?.hours ?? null
