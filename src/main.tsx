import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from '#api/reads.ts'
import { type UnfinishedWork, UnfinishedWorkContext } from '#app/session/unfinished-work.ts'
import { prepareAllPages, router } from './routes.tsx'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const keptLaunches = () => import('./features/batches/launch/state/stored-launches.ts')
const preparedBatches: UnfinishedWork = {
  list: async (operatorId) => {
    const launches = await (await keptLaunches()).storedLaunches(operatorId, Date.now())
    return launches.map(({ name, source }) => name ?? source.name)
  },
  remove: async (operatorId) => {
    const kept = await keptLaunches()
    await kept.removeStored((await kept.storedLaunches(operatorId, Date.now())).map(({ id }) => id))
  },
}

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <UnfinishedWorkContext value={preparedBatches}>
            <RouterProvider router={router} />
          </UnfinishedWorkContext>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )

// Until the first page has been read, what index.html shows stays.
const leave = router.subscribe(({ initialized }) => {
  if (!initialized) return
  leave()
  show()
})
prepareAllPages()

// What a browser kept of a page that was left may be of a session that has ended: it is read anew, never shown as it was.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
