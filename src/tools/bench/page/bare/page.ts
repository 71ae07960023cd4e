/** The minimum that shows the same agents with the dashboard's stack: React, its router and React Query; no session, no style sheet. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, RouterProvider } from 'react-router'

// This file is compiled without the browser's types.
declare const document: { querySelector: (name: string) => Element }

const queryClient = new QueryClient()
const read = {
  queryKey: ['agents'],
  queryFn: async () => {
    const response = await fetch('/api/v1/agents?limit=100')
    return (await response.json()) as { agents: { id: string; name: string; model: string }[] }
  },
  staleTime: 30_000,
}

function Agents() {
  const { data } = useQuery(read)
  const rows = data?.agents.map(({ id, name, model }) =>
    h('tr', { key: id }, h('td', null, h(Link, { to: `/agents/${id}` }, name)), h('td', null, model)),
  )
  return h('main', null, h('h1', null, 'Agents'), h('table', null, h('tbody', null, rows)))
}

const router = createBrowserRouter([
  { path: '*', loader: () => queryClient.ensureQueryData(read), HydrateFallback: () => null, Component: Agents },
])

createRoot(document.querySelector('#root')).render(
  h(QueryClientProvider, { client: queryClient }, h(RouterProvider, { router })),
)
