import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from '#api/reads.ts'
import { type UnfinishedWork, UnfinishedWorkContext } from '#app/session/unfinished-work.ts'
import './app/translated-page.ts'
import { preloadAllPages, router } from './routes.tsx'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Loads the code only when it is needed. */
const loadStoredWork = () => import('./stored-work.ts')
const unfinishedWork: UnfinishedWork = {
  list: async (operatorId) => (await loadStoredWork()).list(operatorId),
  remove: async (operatorId) => (await loadStoredWork()).remove(operatorId),
}

const renderApp = () =>
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <UnfinishedWorkContext value={unfinishedWork}>
            {/* Not as transitions: each answer that arrives in between would start the rendering of the next page again. */}
            <RouterProvider router={router} useTransitions={false} />
          </UnfinishedWorkContext>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )

// Until the first page is loaded, the content of index.html stays visible.
const unsubscribe = router.subscribe(({ initialized }) => {
  if (!initialized) return
  unsubscribe()
  renderApp()
  preloadAllPages()
})

// A page restored from the back/forward cache may belong to a session that has ended, so it is reloaded.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
