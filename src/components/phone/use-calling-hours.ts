/** The calling hours of the workspace. The gateway keeps them, so reading them costs no request to the service. */
import { read, useRead } from '#api/reads.ts'
import type { CallingHours } from '#contract/index.ts'

const rulesRead = read('callingRulesShow')

/** null: not read yet. */
export const useCallingHours = (): CallingHours | null => useRead(rulesRead).data?.hours ?? null
