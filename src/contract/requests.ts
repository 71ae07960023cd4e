/** The requests of all endpoints in one object, for the pages. */

import { administrationRequests } from './requests/administration.ts'
import { batchRequests } from './requests/batches.ts'
import { callRequests } from './requests/calls.ts'
import { reportRequests } from './requests/reports.ts'
import { reviewRequests } from './requests/review.ts'
import { serviceCallRequests } from './requests/service-calls.ts'
import { serviceRecordRequests } from './requests/service-records.ts'
import { signInRequests } from './requests/sign-in.ts'

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
