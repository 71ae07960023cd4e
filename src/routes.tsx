/** Every page with its address. A page's code comes when it is first opened, or when the browser has nothing else to do. */
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { enter } from '#api/session.ts'
import { EveryPage } from '#app/every-page.tsx'
import { NotFound, RefusalPage } from '#app/refusal-page.tsx'
import { Component as Root, loader as rootLoader } from '#app/root.tsx'
import { paths } from '#kit/navigation/paths.ts'

interface PageModule {
  Component: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

const chunks: (() => Promise<PageModule>)[] = []

/** A page: its path, and the module that brings `Component` and `loader`. */
function page(path: string, module: () => Promise<PageModule>): RouteObject {
  chunks.push(module)
  const lazy = async () => {
    const { Component, loader } = await module()
    return {
      Component,
      loader: async (args: LoaderFunctionArgs) => (await enter()) && ((await loader?.(args)) ?? null),
    }
  }
  return path === '' ? { index: true, lazy } : { path, lazy }
}

const messaging = () => import('./features/messaging/pages.ts')

const pages: RouteObject[] = [
  page('', () => import('./features/overview/overview-page.tsx')),

  page('calls', () => import('./features/live-calls/wall-page.tsx')),
  page('calls/new', () => import('./features/live-calls/place/place-page.tsx')),
  page('calls/:roomName', () => import('./features/live-calls/call-page.tsx')),

  page('batches', () => import('./features/batches/list/batches-page.tsx')),
  page('batches/new', () => import('./features/batches/launch/launch-page.tsx')),
  page('batches/:batchId', () => import('./features/batches/batch/batch-page.tsx')),

  page('do-not-call', () => import('./features/do-not-call/list-page.tsx')),

  page('review', () => import('./features/review/review-page.tsx')),
  page('conversations', () => import('./features/conversations/conversations-page.tsx')),
  page('conversations/:conversationId', () => import('./features/conversations/conversation-page.tsx')),

  page('agents', () => import('./features/agents/list-page.tsx')),
  page('agents/new', () => import('./features/agents/new-page.tsx')),
  page('agents/:agentId', () => import('./features/agents/show-page.tsx')),
  page('agents/:agentId/edit', () => import('./features/agents/edit-page.tsx')),

  page('flows', () => import('./features/flows/list-page.tsx')),
  page('flows/new', () => import('./features/flows/form/new-page.tsx')),
  page('flows/:flowId', () => import('./features/flows/show-page.tsx')),
  page('flows/:flowId/edit', () => import('./features/flows/form/edit-page.tsx')),

  page('messaging-agents', async () => (await messaging()).agentList),
  page('messaging-agents/new', async () => (await messaging()).agentForm),
  page('messaging-agents/:messagingAgentId', async () => (await messaging()).agentShow),
  page('messaging-agents/:messagingAgentId/edit', async () => (await messaging()).agentForm),

  page('message-flows', async () => (await messaging()).flowList),
  page('message-flows/new', async () => (await messaging()).flowForm),
  page('message-flows/:messageFlowId', async () => (await messaging()).flowShow),
  page('message-flows/:messageFlowId/edit', async () => (await messaging()).flowForm),

  { path: 'settings', loader: () => redirect(paths.settings()) },
  page('settings/:part', () => import('./features/settings/settings-page.tsx')),
]

export const router = createBrowserRouter([
  {
    id: 'root',
    Component: Root,
    loader: rootLoader,
    // The session renews itself; a navigation does not ask for it again.
    shouldRevalidate: () => false,
    ErrorBoundary: RefusalPage,
    children: [
      {
        Component: EveryPage,
        children: [
          {
            ErrorBoundary: RefusalPage,
            children: [...pages, { path: 'sign-in', Component: () => null }, { path: '*', Component: NotFound }],
          },
        ],
      },
    ],
  },
])

/** Brings the code of the other pages while nobody waits for anything, so that a click paints at once. */
export function prepareAllPages(): void {
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500))
  const next = () => {
    const chunk = chunks.shift()
    if (chunk)
      void chunk().then(
        () => idle(next),
        () => undefined,
      )
  }
  idle(next)
}
