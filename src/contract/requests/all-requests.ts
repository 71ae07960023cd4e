/** The requests of all endpoints in one object, for the pages. */

import { administrationRequests } from './administration.ts'
import { batchRequests } from './batches.ts'
import { callRequests } from './calls.ts'
import { reportRequests } from './reports.ts'
import { reviewRequests } from './review.ts'
import { serviceCallRequests } from './service-calls.ts'
import { serviceRecordRequests } from './service-records.ts'
import { signInRequests } from './sign-in.ts'

/** How pages send each request, by the name of its endpoint. */
export const requests = {
  ...administrationRequests,
  ...reportRequests,
  ...batchRequests,
  ...callRequests,
  ...reviewRequests,
  ...serviceCallRequests,
  ...serviceRecordRequests,
  ...signInRequests,
}
