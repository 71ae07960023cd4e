import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from '#api/reads.ts'
import { prepareAllPages, router } from './routes.tsx'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
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
